import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { CompiledPartner } from '#compiler/compile/compile-partner.ts';
import { mapOf } from '#compiler/map/map-model.ts';
import { type MapSheet, mapSheets } from '#compiler/map/map-sheets.ts';
import { escapeHtml } from '#server/escape-html.ts';
import { mapSvg } from './map-svg.ts';

/**
 * Writes the map of a form into a folder: a picture for each page, and a sheet for each in `index.html`, to be printed.
 *
 * @returns a sentence that says where it is
 */
export async function writeMap(partner: CompiledPartner, folder: string): Promise<string> {
  mkdirSync(folder, { recursive: true });
  const sheets: string[] = [];
  for (const page of mapOf(partner)) {
    for (const sheet of await mapSheets(page)) {
      const part = sheet.count > 1 ? `-${sheet.number}` : '';
      const svg = mapSvg(sheet);
      writeFileSync(path.join(folder, `${page.id}${part}.svg`), svg);
      sheets.push(sheetOf(sheet, svg));
    }
  }
  const file = path.join(folder, 'index.html');
  writeFileSync(file, documentOf(partner.definition.title, sheets));
  return `The map is in ${path.relative(process.cwd(), file)}: open ${pathToFileURL(file).href} in a browser, and print it from there.`;
}

function sheetOf({ page, number, count }: MapSheet, svg: string): string {
  const title = count > 1 ? `${page.title} (${number} of ${count})` : page.title;
  return `<section><h2>${escapeHtml(title)}</h2><p>${LEGEND}</p>${svg}</section>`;
}

const LEGEND =
  'An arrow leads from what is answered to what follows. Solid: it is shown. Dashed: it is required. Dotted: it has a rule, a list of choices or a notice. A dotted box is on another page.';

const STYLES = `
  body { margin: 16px; font-family: Arial, "Liberation Sans", Helvetica, sans-serif; color: #000; background: #fff; }
  h1 { margin: 0 0 8px; font-size: 20px; }
  h2 { margin: 0; font-size: 16px; }
  p { margin: 4px 0 8px; font-size: 11px; }
  section { margin-block-end: 32px; overflow-x: auto; }
  svg { display: block; }
  @page { size: A4 landscape; margin: 9mm; }
  @media print {
    body { margin: 0; }
    h1 { display: none; }
    section { margin: 0; break-after: page; break-inside: avoid; overflow: visible; }
    section:last-child { break-after: auto; }
    svg { width: auto; height: auto; max-width: 100%; max-height: 172mm; }
  }
`;

function documentOf(title: string, sheets: readonly string[]): string {
  const heading = escapeHtml(`${title}: what answers decide`);
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${heading}</title><style>${STYLES}</style></head>
<body><h1>${heading}</h1>
<main>${sheets.join('\n')}</main></body>
</html>
`;
}
