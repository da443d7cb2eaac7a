import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { CompiledSchemas } from '#compiler/compile-schemas.ts';
import { isRecord } from '#form/definition/is-record.ts';
import { openCamera, type Pictures, type Scene } from '../pictures/camera.ts';
import type { SharedChange } from './all-changes.ts';
import { type ChangedFigure, changedFigures, type Versions } from './changed-figures.ts';
import { answersAffected } from './counts.ts';
import { headingOf, type Reported } from './markdown.ts';
import { type ReportFigure, reportPage } from './report-page.ts';

type Partners = CompiledSchemas['partners'];

/** What the report is made of; its pictures are taken of a project that is built with the newer version. */
export type PictureReport = Reported & {
  readonly project: string;
  readonly before: Partners;
  readonly after: Partners;
  /** Short name of the commit that it was compared with. */
  readonly since: string;
  /** Folder; made where it is missing. */
  readonly out: string;
};

/** Writes `index.html`: the changes with pictures of each changed section, before and after. @returns its path */
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
      const asked = [...new Set(own.flatMap((change) => change.partners))];
      return {
        title,
        partners: namesOf(asked),
        sentences: own.map((change) => {
          const only = change.partners.length < asked.length ? `Only at ${namesOf(change.partners)}: ` : '';
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

/** What has pictures in common: the place in the form of the first of its partners. */
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
  const camera = await openCamera({
    project,
    partner: name,
    definition,
    ...(isRecord(settings) ? { settings } : {}),
  });
  try {
    const taken = await camera.photograph(
      seen.map((figure): Scene => figure[side] ?? { path: '/', clips: [] }),
    );
    return new Map(seen.map((figure, index) => [figure, taken[index]?.[0]]));
  } finally {
    await camera.close();
  }
}
