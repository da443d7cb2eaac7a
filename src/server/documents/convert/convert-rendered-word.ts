import { convertPdf } from './convert-pdf.ts';
import { readDocxBody, type DocxBody } from './docx/read-body.ts';
import { FileError, type StepResult, unpackBuffers } from './conversion.ts';
import { OPS, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { say, conversionTexts } from '#texts/say.ts';

/**
 * Cleans LibreOffice's PDF, and checks that it shows the whole Word document.
 * @param file both, packed by `packBuffers`
 * @throws FileError
 */
export async function convertRenderedWord(file: Buffer, title: string): Promise<StepResult> {
  const [docx = file, pdf = file] = unpackBuffers(file);
  const body = await readDocxBody(docx);
  return await convertPdf(pdf, title, (rendered) => checkComplete(rendered, body));
}

/** Painting operators; paths also paint unless they only clip. */
const PAINTING = new Set([
  OPS.showText,
  OPS.showSpacedText,
  OPS.paintImageXObject,
  OPS.paintImageMaskXObject,
  OPS.paintInlineImageXObject,
  OPS.shadingFill,
]);

/** @throws FileError if much of the text is missing, or all pictures of a document without text */
async function checkComplete(pdf: PDFDocumentProxy, body: DocxBody): Promise<void> {
  if (isTextMissing(body.text, await readText(pdf))) throw new FileError(say(conversionTexts.incompleteWord));
  if (body.hasPictures && !(await isPainted(pdf))) throw new FileError(say(conversionTexts.incompleteWord));
}

/** Returns the text of all pages, as copied by a reader. */
async function readText(pdf: PDFDocumentProxy): Promise<string> {
  const pages: string[] = [];
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const page = await pdf.getPage(number);
    const { items } = await page.getTextContent();
    pages.push(items.map((item) => ('str' in item ? item.str : '')).join(' '));
    if (number > 1) page.cleanup();
  }
  return pages.join('\n');
}

async function isPainted(pdf: PDFDocumentProxy): Promise<boolean> {
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const page = await pdf.getPage(number);
    const { fnArray, argsArray } = await page.getOperatorList();
    const paints = fnArray.some((operator, index) =>
      operator === OPS.constructPath ? argsArray[index]?.[0] !== OPS.endPath : PAINTING.has(operator),
    );
    if (paints) return true;
  }
  return false;
}

/** Letters and digits; spaces, hyphens and bullets change with line breaks. */
const LETTER = /[\p{L}\p{N}]/gu;
/** Tolerated differences: a field's number or a letter rendered otherwise. */
const CHANCE = 2;
const MOST_SHARE = 0.1;
/** A quarter of a page. */
const MOST_LETTERS = 500;
/** Scripts that join letters into new shapes: PDFs can omit some of these letters, but not all. */
const JOINED =
  /[\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/**
 * Whether a rendering lacks much of the text. The limits are a tenth of the letters, a quarter of a page, or all.
 * Letters are counted, because lines and text boxes come in any order, and words are hyphenated. Extra headers and list
 * numbers are harmless.
 */
export function isTextMissing(text: string, rendered: string): boolean {
  const wanted = countLetters(text);
  const found = countLetters(rendered);
  const all = sum(wanted.values());
  if (all > 0 && found.size === 0) return true;
  const missing = sum(
    Array.from(wanted, ([letter, count]) => {
      const seen = found.get(letter) ?? 0;
      return seen > 0 && JOINED.test(letter) ? 0 : Math.max(0, count - seen);
    }),
  );
  return missing > CHANCE && (missing > all * MOST_SHARE || missing > MOST_LETTERS);
}

function countLetters(text: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  // Normalizes ligatures, Arabic letter shapes, separate accents and the capital ß to plain letters.
  for (const [letter] of text.normalize('NFKD').toLowerCase().toUpperCase().matchAll(LETTER))
    counts.set(letter, (counts.get(letter) ?? 0) + 1);
  return counts;
}

function sum(numbers: Iterable<number>): number {
  return Array.from(numbers).reduce((total, each) => total + each, 0);
}
