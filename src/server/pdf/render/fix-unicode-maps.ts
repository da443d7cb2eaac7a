import {
  decodePDFRawStream,
  PDFDict,
  type PDFDocument,
  PDFName,
  PDFRawStream,
  PDFRef,
  PDFStream,
} from 'pdf-lib';

/**
 * Compatibility characters, each a variant of another: Han radicals, forms of Hebrew and Arabic letters. Where a font
 * draws both alike, Chromium writes these, and nobody finds or hears the name that was typed.
 */
const STAND_INS = /[\u2e80-\u2fdf\uf900-\ufaff\ufb1d-\ufdff\ufe70-\ufeff]/;
/** As many lines as one section may have. */
const SECTION = 100;
const HEX = '<([0-9A-Fa-f]+)>';
const SECTIONS = /begin(bfchar|bfrange)([\s\S]*?)end\1/g;

/** Makes the fonts of a PDF map to the letters that were typed, for copying, searching and reading aloud. */
export function fixUnicodeMaps(pdf: PDFDocument): void {
  for (const [, object] of pdf.context.enumerateIndirectObjects()) {
    if (!(object instanceof PDFDict)) continue;
    const ref = object.get(PDFName.of('ToUnicode'));
    const map = ref instanceof PDFRef ? pdf.context.lookup(ref) : undefined;
    if (!(ref instanceof PDFRef) || !(map instanceof PDFRawStream)) continue;
    const text = Buffer.from(decodePDFRawStream(map).decode()).toString('latin1');
    const plain = plainMap(text);
    if (plain !== text) pdf.context.assign(ref, streamOf(pdf, plain));
  }
}

function streamOf(pdf: PDFDocument, text: string): PDFStream {
  return pdf.context.flateStream(Buffer.from(text, 'latin1'));
}

/** A map from glyphs to characters (ISO 32000, 9.10.3) without stand-ins; the same text where it has none. */
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

/** Each glyph of a range; the last letter counts up with them. */
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
