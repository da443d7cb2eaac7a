import {
  ParseSpeeds,
  PDFDict,
  PDFDocument,
  PDFName,
  PDFStream,
  PDFHexString,
  PDFString,
  decodePDFRawStream,
  PDFRawStream,
  PDFRef,
} from '@pdfme/pdf-lib';

/** Names of the file and its parts. */
type PdfNaming = {
  readonly title: string;
  readonly language: string;
  /** Titles of its bookmarks. */
  readonly headings: readonly string[];
};

/** Entries that refer to the original file's structure, or act by themselves. */
const FOREIGN = ['StructParents', 'StructParent', 'AA'].map((name) => PDFName.of(name));

/** Disables pdf-lib's yielding every hundred objects, unneeded in a separate process. */
const READING = { updateMetadata: false, parseSpeed: ParseSpeeds.Fastest } as const;
const WRITING = { objectsPerTick: Number.POSITIVE_INFINITY } as const;

/** Loads a PDF for copying its pages; undefined if it is unreadable. */
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
 * Replaces the empty last pages of `base` with the documents. Keeps titles, tags, bookmarks and language.
 * @throws Error if `base` has too few
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
 * Corrects bookmarks with repeated words. Chromium repeats those of a heading moved to the next page.
 * @param headings of the page
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

/**
 * Compatibility characters, each a variant of another: Han radicals, forms of Hebrew and Arabic letters. If a font
 * renders both alike, Chromium writes these, and search and screen readers miss the typed name.
 */
const STAND_INS = /[\u2e80-\u2fdf\uf900-\ufaff\ufb1d-\ufdff\ufe70-\ufeff]/;
/** Maximum lines per section. */
const SECTION = 100;
const HEX = '<([0-9A-Fa-f]+)>';
const SECTIONS = /begin(bfchar|bfrange)([\s\S]*?)end\1/g;

/** Maps the fonts of a PDF to the typed letters, for copying, searching and reading aloud. */
function fixUnicodeMaps(pdf: PDFDocument): void {
  for (const [, object] of pdf.context.enumerateIndirectObjects()) {
    if (!(object instanceof PDFDict)) continue;
    const ref = object.get(PDFName.of('ToUnicode'));
    const map = ref instanceof PDFRef ? pdf.context.lookup(ref) : undefined;
    if (!(ref instanceof PDFRef) || !(map instanceof PDFRawStream)) continue;
    const text = Buffer.from(decodePDFRawStream(map).decode()).toString('latin1');
    const plain = plainMap(text);
    if (plain !== text) pdf.context.assign(ref, pdf.context.flateStream(Buffer.from(plain, 'latin1')));
  }
}

/** Returns a ToUnicode map (ISO 32000, 9.10.3) without compatibility characters; unchanged if it has none. */
function plainMap(text: string): string {
  const found = [...text.matchAll(SECTIONS)].flatMap(([, kind, lines = '']) =>
    kind === 'bfchar' ? charsOf(lines) : rangesOf(lines),
  );
  if (!found.some(({ letters }) => STAND_INS.test(letters))) return text;
  const lines = found.map(({ glyph, letters }) => {
    const plain = STAND_INS.test(letters) ? letters.normalize('NFKC') : letters;
    return `<${glyph}> <${Buffer.from(plain, 'utf16le').swap16().toString('hex').toUpperCase()}>`;
  });
  const sections = Array.from({ length: Math.ceil(lines.length / SECTION) }, (_none, at) => {
    const part = lines.slice(at * SECTION, (at + 1) * SECTION);
    return `${part.length} beginbfchar\n${part.join('\n')}\nendbfchar`;
  });
  const [head = ''] = text.split(/\d+ begin(?:bfchar|bfrange)/);
  const tail = text.slice(text.lastIndexOf('endcmap'));
  return `${head}${sections.join('\n')}\n${tail}`;
}

type Glyph = { readonly glyph: string; readonly letters: string };

function charsOf(lines: string): readonly Glyph[] {
  return [...lines.matchAll(new RegExp(`${HEX}\\s*${HEX}`, 'g'))].map(([, glyph = '', letters = '']) => ({
    glyph,
    letters: lettersOf(letters),
  }));
}

/** Expands the glyphs of a range; the last letter increments with them. */
function rangesOf(lines: string): readonly Glyph[] {
  return [...lines.matchAll(new RegExp(`${HEX}\\s*${HEX}\\s*${HEX}`, 'g'))].flatMap(
    ([, first = '', last = '', letters = '']) => {
      const start = Number.parseInt(first, 16);
      const code = Number.parseInt(letters, 16);
      return Array.from({ length: Number.parseInt(last, 16) - start + 1 }, (_none, at) => ({
        glyph: (start + at).toString(16).toUpperCase().padStart(first.length, '0'),
        letters: lettersOf((code + at).toString(16).padStart(letters.length, '0')),
      }));
    },
  );
}

function lettersOf(hex: string): string {
  return Buffer.from(hex, 'hex').swap16().toString('utf16le');
}
