import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { CompiledSchemas } from '#compiler/compile-schemas.ts';
import { escapeHtml } from '#server/http/escape-html.ts';
import { type Picture, type Pictures, type Scene, openCamera } from '../pictures/camera.ts';
import type { SharedChange } from './all-changes.ts';
import { type ChangedFigure, type Versions, changedFigures } from './changed-figures.ts';
import { answersAffected } from './counts.ts';
import { type ReportContents, headingOf } from './markdown.ts';

type Partners = CompiledSchemas['partners'];

/** Report contents; the project must be built with the newer version. */
export type PictureReport = ReportContents & {
  readonly project: string;
  readonly before: Partners;
  readonly after: Partners;
  /** Short hash of the compared commit. */
  readonly since: string;
  /** Output folder, created if missing. */
  readonly out: string;
};

/** Writes `index.html` with before and after pictures of each changed section. @returns its path */
export async function writePictureReport(report: PictureReport): Promise<string> {
  const { changes, partners, counts, students, remarks, since, out } = report;
  const now = new Date();
  const figures = await takeFigures(report, now);
  const sections = [...Map.groupBy(changes, headingOf)];
  const namesOf = (keys: readonly string[]): string => keys.map((key) => partners.get(key) ?? key).join(', ');
  const page = reportPage({
    note: `Compared with ${since}, on ${now.toISOString().slice(0, 10)}. ${remarks.join(' ')}`.trim(),
    students,
    sections: sections.map(([title, own]) => {
      const affected = [...new Set(own.flatMap((change) => change.partners))];
      return {
        title,
        partners: namesOf(affected),
        sentences: own.map((change) => {
          const only =
            change.partners.length < affected.length ? `Only at ${namesOf(change.partners)}: ` : '';
          return `${only}${change.sentence}${answersAffected(change, counts)}`;
        }),
        figures: [...new Set(own.map(placeOf))].flatMap((place) => figures.get(place) ?? []),
      };
    }),
  });
  mkdirSync(out, { recursive: true });
  const file = path.join(out, 'index.html');
  writeFileSync(file, page);
  return file;
}

/** Groups changes with common figures: by place in the first partner's form. */
function placeOf({ partners: [partner], heading }: Pick<SharedChange, 'partners' | 'heading'>): string {
  return JSON.stringify([partner, heading]);
}

async function takeFigures(
  { changes, before, after, project }: PictureReport,
  now: Date,
): Promise<ReadonlyMap<string, readonly ReportFigure[]>> {
  const found = new Map<string, ReportFigure[]>();
  for (const [name, own] of Map.groupBy(changes, ({ partners: [first] }) => first ?? '')) {
    const [old, present] = [before.get(name), after.get(name)];
    if (!old || !present) continue;
    const versions = { before: old, after: present };
    const figures = changedFigures(own, versions, now);
    const [was, is] = [
      await takeSide('before', { figures, versions, project, name }),
      await takeSide('after', { figures, versions, project, name }),
    ];
    for (const figure of figures) {
      const place = placeOf({ partners: [name], heading: figure.heading });
      const taken = { caption: figure.caption, before: was.get(figure), after: is.get(figure) };
      found.set(place, [...(found.get(place) ?? []), taken]);
    }
  }
  return found;
}

type Side = {
  readonly figures: readonly ChangedFigure[];
  readonly versions: Versions;
  readonly project: string;
  readonly name: string;
};

async function takeSide(
  side: 'before' | 'after',
  { figures, versions, project, name }: Side,
): Promise<ReadonlyMap<ChangedFigure, Pictures | undefined>> {
  const seen = figures.filter((figure) => figure[side] !== undefined);
  if (seen.length === 0) return new Map();
  const { definition, settings } = versions[side];
  const camera = await openCamera({ project, partner: name, definition, settings: Object(settings) });
  try {
    const taken = await camera.photograph(
      seen.map((figure): Scene => figure[side] ?? { path: '/', clips: [] }),
    );
    return new Map(seen.map((figure, index) => [figure, taken[index]?.[0]]));
  } finally {
    await camera.close();
  }
}

/** A changed section in one state, before and after. */
type ReportFigure = {
  readonly caption: string;
  readonly before: Pictures | undefined;
  readonly after: Pictures | undefined;
};

type ReportSection = {
  readonly title: string;
  readonly partners: string;
  readonly sentences: readonly string[];
  readonly figures: readonly ReportFigure[];
};

export type Report = {
  /** Description of the compared version. */
  readonly note: string;
  readonly sections: readonly ReportSection[];
  /** Who can still submit, and their new questions. */
  readonly students: readonly string[];
};

/** Renders the report as one self-contained file. */
export function reportPage({ note, sections, students }: Report): string {
  const contents = sections.map(
    ({ title }, index) => `<li><a href="#change-${index + 1}">${escapeHtml(title)}</a></li>`,
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>What changes for applicants</title>
<style>${readFileSync(path.join(import.meta.dirname, 'report.css'), 'utf8')}</style>
</head>
<body>
<header><h1>What changes for applicants</h1><p>${escapeHtml(note)}</p></header>
${sections.length === 0 ? '' : `<nav aria-label="Contents"><ol>${contents.join('')}</ol></nav>`}
<main>
${sections.map(sectionHtml).join('\n')}
${students.length === 0 ? '' : `<section><h2>The invented students</h2>${list(students)}</section>`}
</main>
</body>
</html>
`;
}

function sectionHtml({ title, partners, sentences, figures }: ReportSection, index: number): string {
  return `<section id="change-${index + 1}"><h2>${escapeHtml(title)}</h2><p class="partners">${escapeHtml(partners)}</p>
${list(sentences)}${figures.map((figure) => figureHtml(figure, title)).join('')}</section>`;
}

function list(sentences: readonly string[]): string {
  return `<ul>${sentences.map((sentence) => `<li>${escapeHtml(sentence)}</li>`).join('')}</ul>`;
}

function figureHtml({ caption, before, after }: ReportFigure, title: string): string {
  if (isSame(before?.desktop, after?.desktop) && isSame(before?.phone, after?.phone))
    return `<p>It looks as before when ${escapeHtml(caption)}: what changes is in a list that opens, in a message, or in what is stored.</p>`;
  return `<figure><figcaption>When ${escapeHtml(caption)}</figcaption><div class="versions">
${sideHtml('Before', before, title)}${sideHtml('After', after, title)}</div></figure>`;
}

function isSame(one: Picture | undefined, other: Picture | undefined): boolean {
  return one !== undefined && other !== undefined && one.bytes.equals(other.bytes);
}

function sideHtml(side: 'Before' | 'After', pictures: Pictures | undefined, title: string): string {
  const shown = [
    pictureHtml('desktop', pictures?.desktop, `${side}: ${title}`),
    pictureHtml('phone', pictures?.phone, `${side}: ${title}`),
  ].join('');
  return `<div class="version"><h3>${side}</h3>${shown === '' ? '<p>Not shown.</p>' : `<div class="pair">${shown}</div>`}</div>`;
}

function pictureHtml(width: 'desktop' | 'phone', picture: Picture | undefined, alt: string): string {
  if (!picture) return '';
  return `<img class="${width}" loading="lazy" width="${picture.width}" height="${picture.height}" alt="${escapeHtml(`${alt} (${width})`)}" src="data:image/webp;base64,${picture.bytes.toString('base64')}">`;
}
