import { PDFDocument } from '@pdfme/pdf-lib';

/** US Letter in points. */
const SHORT_SIDE = 612;
const LONG_SIDE = 792;

/** Joins JPEGs into a PDF, each fitted to a Letter page. */
export async function joinPages(pictures: readonly Blob[]): Promise<Blob> {
  const document = await PDFDocument.create();
  for (const picture of pictures) {
    const image = await document.embedJpg(await picture.arrayBuffer());
    const isWide = image.width > image.height;
    const paper = isWide
      ? { width: LONG_SIDE, height: SHORT_SIDE }
      : { width: SHORT_SIDE, height: LONG_SIDE };
    const { width, height } = image.scaleToFit(paper.width, paper.height);
    document
      .addPage([paper.width, paper.height])
      .drawImage(image, { x: (paper.width - width) / 2, y: (paper.height - height) / 2, width, height });
  }
  const bytes = await document.save();
  return new Blob([Uint8Array.from(bytes)], { type: 'application/pdf' });
}
