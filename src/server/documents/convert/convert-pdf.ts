import { cleanPdf } from './clean-pdf.ts';
import {
  CONVERSION_LIMITS,
  FileError,
  type StepResult,
  THUMBNAIL_QUALITY,
  THUMBNAIL_WIDTH,
} from './conversion.ts';
import { type PDFDocumentProxy, getDocument, PasswordException } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { say, conversionTexts } from '#texts/say.ts';
import { createRequire } from 'node:module';
import { dirname, join, sep } from 'node:path';
import { createCanvas } from '@napi-rs/canvas';

/**
 * Cleans a PDF and reads the result completely, as a viewer would.
 * @param check additional check of the result
 * @throws FileError if it is protected, broken, too long or its page count unclear; Error if the result can still act
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
    return { clean: await isCleanPdf(pdf), pages: pdf.numPages, thumbnail: await renderThumbnail(pdf) };
  });
  if (seen.pages !== counted) throw new FileError(say(conversionTexts.unclearPages));
  if (!seen.clean) throw new Error('The cleaned PDF is not clean.');
  return { kind: 'done', document, pages: seen.pages, thumbnail: seen.thumbnail };
}

const PDFJS = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));

/** Folder of fonts and tables that PDFs can omit, bundled with the library. */
const folder = (name: string): string => join(PDFJS, name) + sep;

/** Opens a PDF for `work` and closes it. @throws FileError if it is protected or broken */
export async function withPdf<T>(bytes: Uint8Array, work: (pdf: PDFDocumentProxy) => Promise<T>): Promise<T> {
  const task = getDocument({
    data: Uint8Array.from(bytes),
    stopAtErrors: true,
    useSystemFonts: false,
    disableFontFace: true,
    enableXfa: false,
    standardFontDataUrl: folder('standard_fonts'),
    cMapUrl: folder('cmaps'),
    wasmUrl: folder('wasm'),
    iccUrl: folder('iccs'),
    verbosity: 0,
  });
  try {
    return await work(await task.promise);
  } catch (error) {
    if (error instanceof FileError) throw error;
    throw new FileError(
      say(error instanceof PasswordException ? conversionTexts.protectedPdf : conversionTexts.brokenPdf),
    );
  } finally {
    await task.destroy();
  }
}

/** @throws FileError if there are none or more than `most` */
export async function countPdfPages({ numPages }: PDFDocumentProxy, most: number): Promise<number> {
  if (numPages < 1) throw new FileError(say(conversionTexts.brokenPdf));
  if (numPages > most) throw new FileError(say(conversionTexts.manyPages, { pages: numPages, most }));
  return numPages;
}

/** Reads every page completely, so that later readers find no unrenderable content. */
async function walkPages(pdf: PDFDocumentProxy): Promise<void> {
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const page = await pdf.getPage(number);
    await page.getOperatorList();
    // The first is rendered next.
    if (number > 1) page.cleanup();
  }
}

/** Renders the first page as a JPEG, `THUMBNAIL_WIDTH` pixels wide, less if very tall. */
async function renderThumbnail(pdf: PDFDocumentProxy): Promise<Buffer> {
  const page = await pdf.getPage(1);
  const { width, height } = page.getViewport({ scale: 1 });
  const scale = Math.min(THUMBNAIL_WIDTH / width, (2 * THUMBNAIL_WIDTH) / height);
  const viewport = page.getViewport({ scale });
  const canvas = createCanvas(
    Math.max(1, Math.round(viewport.width)),
    Math.max(1, Math.round(viewport.height)),
  );
  await page.render({ canvas: null, canvasContext: canvas.getContext('2d'), viewport }).promise;
  return canvas.toBuffer('image/jpeg', THUMBNAIL_QUALITY);
}

/** Whether a PDF has no scripts, open actions or attachments. */
export async function isCleanPdf(pdf: PDFDocumentProxy): Promise<boolean> {
  const found = [await pdf.getJSActions(), await pdf.getOpenAction(), await pdf.getAttachments()];
  return found.every((item) => item === null || item === undefined || Object.keys(item).length === 0);
}
