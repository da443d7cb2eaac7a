import { cleanPdf } from './clean-pdf.ts';
import { CONVERSION_LIMITS, FileFault } from './conversion.ts';
import { countPdfPages, drawThumbnail, isCleanPdf, walkPages, withPdf } from './read-pdf.ts';
import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { StepResult } from './step-result.ts';
import { say } from '#texts/say.ts';
import { conversionTexts } from '#generated/texts.ts';

/**
 * Cleans a PDF and looks at the result as a reader will: opens it, reads every page to its end, draws the first.
 *
 * @param check looks at the result, too; may throw a FileFault
 * @throws FileFault when the file is protected, broken or too long, or when two libraries count its pages differently
 * @throws Error when something is left in it that acts
 */
export async function convertPdf(
  file: Buffer,
  title: string,
  check?: (pdf: PDFDocumentProxy) => Promise<void>,
): Promise<StepResult> {
  const counted = await withPdf(file, (pdf) => countPdfPages(pdf, CONVERSION_LIMITS.pages));
  const document = await cleanPdf(file, title);
  const seen = await withPdf(document, async (pdf) => {
    await walkPages(pdf);
    await check?.(pdf);
    return { clean: await isCleanPdf(pdf), pages: pdf.numPages, thumbnail: await drawThumbnail(pdf) };
  });
  if (seen.pages !== counted) throw new FileFault(say(conversionTexts.unclearPages));
  if (!seen.clean) throw new Error('The cleaned PDF is not clean.');
  return { kind: 'done', document, pages: seen.pages, thumbnail: seen.thumbnail };
}
