import { ParseSpeeds, PDFDict, PDFDocument, PDFName, PDFStream, PDFHexString, PDFString } from 'pdf-lib';
import { fixUnicodeMaps } from './fix-unicode-maps.ts';

/** How the file names itself and its parts. */
export type PdfNaming = {
  readonly title: string;
  readonly language: string;
  /** What its bookmarks are called. */
  readonly headings: readonly string[];
};

/** What ties a page to the structure of the file it came from, or acts by itself. */
const FOREIGN = ['StructParents', 'StructParent', 'AA'].map((name) => PDFName.of(name));

/** In a process of its own nobody else waits for a turn, which pdf-lib would give every hundred objects. */
const READING = { updateMetadata: false, parseSpeed: ParseSpeeds.Fastest } as const;
const WRITING = { objectsPerTick: Number.POSITIVE_INFINITY } as const;

/** A document as a PDF whose pages can be taken; undefined when it cannot be read. */
export async function readPdfDocument(pdf: Uint8Array): Promise<PDFDocument | undefined> {
  try {
    const document = await PDFDocument.load(pdf, READING);
    for (const [, object] of document.context.enumerateIndirectObjects()) {
      const dict = object instanceof PDFStream ? object.dict : object;
      if (dict instanceof PDFDict) for (const name of FOREIGN) dict.delete(name);
    }
    return document.getPageCount() > 0 ? document : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Puts the pages of each document in place of the empty ones behind its title, which are the last of `base`: title,
 * pages, title, pages. All else of `base` stays: its tags, its bookmarks, its language.
 *
 * @throws Error when `base` has not that many pages
 */
export async function appendDocuments(
  base: Uint8Array,
  documents: readonly (PDFDocument | undefined)[],
  { title, language, headings }: PdfNaming,
): Promise<Uint8Array> {
  const pdf = await PDFDocument.load(base, READING);
  fixUnicodeMaps(pdf);
  fixBookmarks(pdf, headings);
  const counts = documents.map((document) => document?.getPageCount() ?? 0);
  let at = pdf.getPageCount() - counts.reduce((sum, count) => sum + 1 + count, 0);
  if (at < 1) throw new Error('Chromium made fewer pages than the documents need.');
  for (const document of documents) {
    at += 1;
    if (document === undefined) continue;
    for (const page of await pdf.copyPages(document, document.getPageIndices())) {
      pdf.removePage(at);
      pdf.insertPage(at, page);
      at += 1;
    }
  }
  pdf.setTitle(title, { showInWindowTitleBar: true });
  pdf.setLanguage(language);
  return pdf.save(WRITING);
}

const TITLE = PDFName.of('Title');
const PARENT = PDFName.of('Parent');

/**
 * Gives bookmarks the words of their headings: Chromium writes those of a heading twice that it first laid out at the
 * end of a page and then moved to the next one.
 *
 * @param headings of the page that was printed
 */
export function fixBookmarks(pdf: PDFDocument, headings: readonly string[]): void {
  const known = new Set(headings.map((heading) => heading.trim()));
  for (const [, object] of pdf.context.enumerateIndirectObjects()) {
    if (!(object instanceof PDFDict) || !object.has(PARENT)) continue;
    const title = object.get(TITLE);
    if (!(title instanceof PDFString || title instanceof PDFHexString)) continue;
    const text = title.decodeText();
    const half = text.slice(0, text.length / 2);
    if (!known.has(text.trim()) && text === half + half && known.has(half.trim()))
      object.set(TITLE, PDFHexString.fromText(half));
  }
}
