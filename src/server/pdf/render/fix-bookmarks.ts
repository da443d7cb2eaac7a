import { PDFDict, type PDFDocument, PDFHexString, PDFName, PDFString } from 'pdf-lib';

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
