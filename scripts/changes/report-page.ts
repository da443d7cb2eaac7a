import { readFileSync } from 'node:fs';
import path from 'node:path';
import { escapeHtml } from '#server/http/escape-html.ts';
import type { Picture, Pictures } from '../pictures/camera.ts';

/** A changed section in one state, as it was and as it is. */
export type ReportFigure = {
  readonly caption: string;
  /** Absent where there was nothing to see, or is no longer. */
  readonly before: Pictures | undefined;
  readonly after: Pictures | undefined;
};

type ReportSection = {
  readonly title: string;
  /** Whose students meet it. */
  readonly partners: string;
  readonly sentences: readonly string[];
  readonly figures: readonly ReportFigure[];
};

export type Report = {
  /** What it was compared with. */
  readonly note: string;
  readonly sections: readonly ReportSection[];
  /** Who can still submit, and is newly asked what. */
  readonly students: readonly string[];
};

/** The report as one file: it needs no server and can be mailed. */
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
