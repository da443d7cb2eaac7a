import {
  LABEL,
  LEADING,
  LINE,
  PADDING,
  type PlacedBox,
  type PlacedEdge,
  TITLE,
} from '#compiler/map/lay-out-map.ts';
import { escapeHtml } from '#server/escape-html.ts';
import type { MapSheet } from '#compiler/map/map-sheets.ts';
import { type TextStyle, textWidth } from '#compiler/map/text-size.ts';

const FONT = 'Arial, "Liberation Sans", Helvetica, sans-serif';

/** A page of the map as a picture that reads without colours: what shows is solid, what is required dashed, the rest dotted. */
export function mapSvg(sheet: MapSheet): string {
  const { page, number, count, width, height, boxes, edges } = sheet;
  const id = `map-${page.id}-${number}`;
  const part = count > 1 ? `, sheet ${number} of ${count}` : '';
  const titles = new Map(
    boxes.map(({ box }) => [box.id, box.title === '' ? box.lines.join(', ') : box.title]),
  );
  const sentences = edges.map(
    ({ edge }) =>
      `“${titles.get(edge.from) ?? ''}” → “${titles.get(edge.to) ?? ''}”: ${edge.labels.join('; ')}.`,
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-labelledby="${id}-title ${id}-desc" viewBox="0 0 ${round(width)} ${round(height)}" width="${round(width)}" height="${round(height)}" font-family='${FONT}'>`,
    `<title id="${id}-title">${escapeHtml(`What answers decide on the page “${page.title}”${part}`)}</title>`,
    `<desc id="${id}-desc">${escapeHtml(sentences.join(' '))}</desc>`,
    `<defs><marker id="${id}-arrow" viewBox="0 0 8 8" refX="7.500" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0.500 8 4 0 7.500z"/></marker></defs>`,
    ...boxes.map(boxSvg),
    ...edges.map((edge) => edgeSvg(edge, `${id}-arrow`)),
    ...edges.map(labelSvg),
    '</svg>',
  ].join('\n');
}

const LOOKS = {
  question: 'fill="#fff" stroke="#000" stroke-width="1.2"',
  group: 'fill="#f2f2f2" stroke="#555" stroke-width="1" rx="6"',
  elsewhere: 'fill="#fff" stroke="#000" stroke-width="1" stroke-dasharray="2 2" rx="10"',
} as const;

function boxSvg({ box, x, y, width, height, title, lines }: PlacedBox): string {
  const top = y + PADDING;
  const under = top + title.length * TITLE.size * LEADING;
  return [
    `<g><rect x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}" ${LOOKS[box.kind]}/>`,
    textSvg(title, { x: x + PADDING, y: top }, TITLE),
    textSvg(lines, { x: x + PADDING, y: under }, LINE),
    '</g>',
  ].join('');
}

function edgeSvg({ edge, points }: PlacedEdge, arrow: string): string {
  const path = points.map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${round(x)} ${round(y)}`).join('');
  return `<path d="${path}" fill="none" stroke="#000" stroke-width="1.1"${dashOf(edge)} marker-end="url(#${arrow})"/>`;
}

function dashOf({ dependencies }: PlacedEdge['edge']): string {
  const kinds = new Set(dependencies.map(({ kind }) => kind));
  if (kinds.has('shows')) return '';
  return kinds.has('requires') ? ' stroke-dasharray="6 3"' : ' stroke-dasharray="1.500 2.500"';
}

function labelSvg({ label: { x, y, width, height, lines } }: PlacedEdge): string {
  if (lines.length === 0) return '';
  const back = `<rect x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}" fill="#fff" fill-opacity="0.900"/>`;
  return `<g font-style="italic">${back}${textSvg(lines, { x: x + 2, y: y + 2 }, LABEL)}</g>`;
}

function textSvg(
  lines: readonly string[],
  at: { readonly x: number; readonly y: number },
  style: TextStyle,
): string {
  const weight = style.isBold ? ' font-weight="bold"' : '';
  return lines
    .map((line, index) => {
      const y = at.y + index * style.size * LEADING + style.size;
      return `<text x="${round(at.x)}" y="${round(y)}" font-size="${style.size}"${weight} textLength="${round(textWidth(line, style))}" lengthAdjust="spacingAndGlyphs">${escapeHtml(line)}</text>`;
    })
    .join('');
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
