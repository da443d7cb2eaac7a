import { isRecord } from '#form/definition/own-property.ts';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** Contents and metadata of a PDF. */
export type ReadPdf = {
  /** Text by page. */
  readonly pages: readonly string[];
  /** Embedded font names, without the subset prefix. */
  readonly fonts: ReadonlySet<string>;
  /** Width and height of each page, in points. */
  readonly sizes: readonly (readonly [number, number])[];
  /** Whether each page has structure tags. */
  readonly tagged: readonly boolean[];
  readonly isMarked: boolean;
  readonly title: unknown;
  readonly language: unknown;
  readonly showsTitle: boolean;
  /** Bookmark titles with page numbers, in order. */
  readonly bookmarks: readonly (readonly [title: string, page: number])[];
};

/** Reads a PDF as a viewer does. */
export async function readPdf(bytes: Uint8Array): Promise<ReadPdf> {
  const task = getDocument({ data: new Uint8Array(bytes), verbosity: 0, fontExtraProperties: true });
  const pdf = await task.promise;
  const pages: string[] = [];
  const fonts = new Set<string>();
  const sizes: (readonly [number, number])[] = [];
  const tagged: boolean[] = [];
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const page = await pdf.getPage(number);
    const { items, styles } = await page.getTextContent();
    // Fonts load with the rendered operators.
    await page.getOperatorList();
    for (const id of Object.keys(styles)) fonts.add(fontName(page.commonObjs.get(id)));
    pages.push(items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join(''));
    sizes.push([Math.round(page.view[2] ?? 0), Math.round(page.view[3] ?? 0)]);
    const tree = await page.getStructTree();
    tagged.push((tree?.children.length ?? 0) > 0);
  }
  const { info } = await pdf.getMetadata();
  const facts = new Map<string, unknown>(Object.entries(info));
  const marks: unknown = await pdf.getMarkInfo();
  const preferences: unknown = await pdf.getViewerPreferences();
  const read = {
    pages,
    fonts,
    sizes,
    tagged,
    isMarked: marks instanceof Map && marks.get('Marked') === true,
    title: facts.get('Title'),
    language: facts.get('Language'),
    showsTitle: preferences instanceof Map && preferences.get('DisplayDocTitle') === true,
    bookmarks: await bookmarksOf(pdf, await pdf.getOutline()),
  };
  await task.destroy();
  return read;
}

function fontName(font: unknown): string {
  return isRecord(font) ? String(font['name']).replace(/^[A-Z]{6}\+/, '') : '';
}

type Pdf = Awaited<ReturnType<typeof getDocument>['promise']>;
type Outline = Awaited<ReturnType<Pdf['getOutline']>>;

async function bookmarksOf(pdf: Pdf, outline: Outline): Promise<(readonly [string, number])[]> {
  const all: (readonly [string, number])[] = [];
  for (const { title, dest, items } of outline ?? []) {
    const [target] = (typeof dest === 'string' ? await pdf.getDestination(dest) : dest) ?? [];
    all.push([title, (await pdf.getPageIndex(target)) + 1], ...(await bookmarksOf(pdf, items)));
  }
  return all;
}
