import { readFileSync } from 'node:fs';
import path from 'node:path';
import { escapeHtml } from '#server/http/escape-html.ts';
import type { Picture } from '../pictures/scene.ts';
import type { DrawnFigure } from './figure.ts';

type Storyboard = {
  readonly title: string;
  /** How many of what it shows, and when it was made. */
  readonly note: string;
  readonly figures: readonly DrawnFigure[];
};

/** The whole storyboard as one file: it needs no server and can be mailed. */
export function storyboardPage({ title, note, figures }: Storyboard): string {
  const chapters = [...Map.groupBy(figures, ({ chapter }) => chapter)].map(([name, own]) => ({
    name,
    headings: [...Map.groupBy(own, ({ heading }) => heading)],
  }));
  const contents = chapters.map(({ name, headings }) => {
    const links = headings.map(([heading, [first]]) => link(placeOf(first), heading));
    return `<li>${link(chapterId(name), name)}<ol>${links.map((each) => `<li>${each}</li>`).join('')}</ol></li>`;
  });
  const body = chapters.map(({ name, headings }) => {
    const sections = headings.map(([heading, own]) => {
      const [first] = own;
      return `<section class="place" id="${placeOf(first)}"><h3>${escapeHtml(heading)}</h3>${own.map(figureHtml).join('')}</section>`;
    });
    return `<section class="chapter"><h2 id="${chapterId(name)}">${escapeHtml(name)}</h2>${sections.join('')}</section>`;
  });
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${fileHere('storyboard.css')}</style>
</head>
<body>
<header><h1>${escapeHtml(title)}</h1><p>${escapeHtml(note)}</p>
<p class="search"><label for="search">Search</label> <input id="search" type="search" autocomplete="off"> <output for="search"></output></p></header>
<nav aria-label="Contents"><h2>Contents</h2><ol>${contents.join('')}</ol></nav>
<main>${body.join('\n')}</main>
<script>${fileHere('storyboard-search.js')}</script>
</body>
</html>
`;
}

function fileHere(name: string): string {
  return readFileSync(path.join(import.meta.dirname, name), 'utf8');
}

function link(id: string, text: string): string {
  return `<a href="#${encodeURIComponent(id)}">${escapeHtml(text)}</a>`;
}

function chapterId(name: string): string {
  return `chapter-${name.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '-')}`;
}

function placeOf(first: DrawnFigure | undefined): string {
  return escapeHtml(`in-${first?.anchor ?? ''}`);
}

function figureHtml({ anchor, caption, heading, chapter, pictures, words = [] }: DrawnFigure): string {
  const found = [chapter, heading, caption, ...words].join(' ').toLowerCase();
  const alt = `${heading}: ${caption}`;
  const isTall = [pictures?.desktop, pictures?.phone].some((picture) => picture?.below);
  const shown = [
    pictureHtml('desktop', pictures?.desktop, alt),
    pictureHtml('phone', pictures?.phone, alt),
  ].join('');
  return `<figure id="${escapeHtml(anchor)}" data-words="${escapeHtml(found)}">
<figcaption>${escapeHtml(caption)} <a class="anchor" href="#${escapeHtml(encodeURIComponent(anchor))}" aria-label="Link to this picture">#</a></figcaption>
${shown === '' ? '' : `<div class="${isTall ? 'pair tall' : 'pair'}">${shown}</div>`}</figure>
`;
}

function pictureHtml(width: 'desktop' | 'phone', picture: Picture | undefined, alt: string): string {
  if (!picture) return '';
  const words = escapeHtml(`${alt} (${width})`);
  const pieces = [picture, ...(picture.below ?? [])].map(
    (piece, index) =>
      `<img loading="lazy" width="${piece.width}" height="${piece.height}" alt="${index === 0 ? words : ''}" src="data:image/webp;base64,${piece.bytes.toString('base64')}">`,
  );
  return `<div class="${width}">${pieces.join('')}</div>`;
}
