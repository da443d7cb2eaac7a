import { PDFArray, PDFDict, PDFDocument, PDFName, type PDFPage } from 'pdf-lib';
import { FileFault } from './conversion.ts';
import { flattenAnnotations } from './flatten-annotations.ts';
import { sweepObjects } from './sweep-objects.ts';
import { addWebLinks, readWebLinks } from './web-links.ts';
import { say } from '#texts/say.ts';
import { conversionTexts } from '#generated/texts.ts';

/** What a page needs to be drawn (ISO 32000-1, table 30). Everything else of it may act, point outside or hide files. */
const DRAWN = new Set([
  'Type',
  'Parent',
  'Resources',
  'MediaBox',
  'CropBox',
  'Rotate',
  'Contents',
  'Group',
  'UserUnit',
]);

/**
 * The pages of a PDF in a new one: what they draw and their links to web pages, nothing that acts, fetches or is
 * attached. Forms and comments are drawn in place.
 *
 * @param title what the new PDF is called
 * @throws FileFault when it is protected or broken
 */
export async function cleanPdf(bytes: Uint8Array, title: string): Promise<Buffer> {
  try {
    const source = await PDFDocument.load(bytes, {
      throwOnInvalidObject: true,
      ignoreEncryption: true,
      updateMetadata: false,
    });
    if (source.isEncrypted) throw new FileFault(say(conversionTexts.protectedPdf));
    const pages = source.getPages();
    const links = pages.map(readWebLinks);
    for (const page of pages) stripPage(page);
    // Before the copy, which takes along whatever can be reached from a page.
    sweepObjects(source.context);
    const target = await PDFDocument.create();
    const copies = await target.copyPages(source, source.getPageIndices());
    for (const [index, page] of copies.entries()) addWebLinks(target.addPage(page), links[index] ?? []);
    return await savePdf(target, title);
  } catch (error) {
    throw error instanceof FileFault ? error : new FileFault(say(conversionTexts.brokenPdf));
  }
}

/** Writes a PDF with a clean information dictionary. */
export async function savePdf(document: PDFDocument, title: string): Promise<Buffer> {
  document.setTitle(title, { showInWindowTitleBar: true });
  document.setProducer('Matricula');
  document.setCreator('Matricula');
  return Buffer.from(await document.save());
}

function stripPage(page: PDFPage): void {
  const annotations = page.node.lookupMaybe(PDFName.of('Annots'), PDFArray);
  flattenAnnotations(page, annotations?.asArray() ?? []);
  for (const key of page.node.keys()) if (!DRAWN.has(key.decodeText())) page.node.delete(key);
  const contents = page.node.lookup(PDFName.of('Contents'));
  if (contents instanceof PDFDict) page.node.delete(PDFName.of('Contents'));
}
