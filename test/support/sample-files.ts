import { randomBytes } from 'node:crypto';
import { PDFDocument } from '@pdfme/pdf-lib';
import sharp from 'sharp';
import { makeWordFile, paragraph } from './hostile-files/word-file.ts';

/** A file as Playwright gives it to a page. */
export type SampleFile = { readonly name: string; readonly mimeType: string; readonly buffer: Buffer };

/** A PDF with one line of text on each of its pages. */
export async function samplePdf(name: string, pages = 1): Promise<SampleFile> {
  const document = await PDFDocument.create();
  for (let page = 1; page <= pages; page += 1) {
    document.addPage([612, 792]).drawText(`${name}, page ${page}`, { x: 72, y: 680, size: 28 });
  }
  return { name, mimeType: 'application/pdf', buffer: Buffer.from(await document.save()) };
}

/**
 * A picture of coloured noise, which no compression makes smaller: about three bytes for each of its points.
 *
 * @param side points a side
 */
export async function samplePng(name: string, side: number): Promise<SampleFile> {
  const raw = { width: side, height: side, channels: 3 } as const;
  const buffer = await sharp(randomBytes(side * side * 3), { raw })
    .png()
    .toBuffer();
  return { name, mimeType: 'image/png', buffer };
}

/** A photo as a phone makes it: coloured noise, which loses a little in packing. */
export async function sampleJpeg(name: string, side: number): Promise<SampleFile> {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
  const buffer = await sharp({
    create: { width: side, height: side, channels: 3, background: 'white', noise },
  })
    .jpeg()
    .toBuffer();
  return { name, mimeType: 'image/jpeg', buffer };
}

/**
 * A photo of 12 megapixels as a phone writes it that was held upright: lying, with a note which way to turn it, and where
 * it was taken. The lower half of what one sees is black.
 */
export async function samplePhoto(name: string): Promise<SampleFile> {
  const [width, height] = [4032, 3024];
  const noise = { type: 'gaussian', mean: 200, sigma: 40 } as const;
  const bottom = { create: { width: width / 2, height, channels: 3, background: 'black' } } as const;
  const buffer = await sharp({ create: { width, height, channels: 3, background: 'white', noise } })
    .composite([{ input: bottom, left: width / 2, top: 0 }])
    .withExif({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '39/1 44/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 92 })
    .toBuffer();
  return { name, mimeType: 'image/jpeg', buffer };
}

/** A document of a word processor with one paragraph. */
export function sampleWord(name: string, text: string): SampleFile {
  const mimeType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
  return { name, mimeType, buffer: makeWordFile({ body: paragraph(text) }) };
}
