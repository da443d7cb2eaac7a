import { OPS, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { FileFault } from './conversion.ts';
import type { DocxBody } from './docx/read-body.ts';
import { isTextMissing } from './missing-text.ts';
import { say } from '#texts/say.ts';
import { conversionTexts } from '#generated/texts.ts';

/** What paints; paths do unless they only clip. */
const PAINTING = new Set([
  OPS.showText,
  OPS.showSpacedText,
  OPS.paintImageXObject,
  OPS.paintImageMaskXObject,
  OPS.paintInlineImageXObject,
  OPS.shadingFill,
]);

/**
 * Checks that the PDF that LibreOffice drew shows the whole document.
 *
 * @throws FileFault when a considerable part of the text is missing, or all pictures of a document without text
 */
export async function checkComplete(pdf: PDFDocumentProxy, body: DocxBody): Promise<void> {
  if (isTextMissing(body.text, await readText(pdf))) throw new FileFault(say(conversionTexts.incompleteWord));
  if (body.hasPictures && !(await isPainted(pdf))) throw new FileFault(say(conversionTexts.incompleteWord));
}

/** The text of all pages, as somebody who copies it gets it. */
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
      operator === OPS.constructPath ? !isClip(argsArray[index]) : PAINTING.has(operator),
    );
    if (paints) return true;
  }
  return false;
}

function isClip(args: unknown): boolean {
  return Array.isArray(args) && args[0] === OPS.endPath;
}
