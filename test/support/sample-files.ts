import { randomBytes } from 'node:crypto';
import { PDFDocument } from '@pdfme/pdf-lib';
import sharp from 'sharp';
import { makeWordFile, paragraph } from './hostile-files/word-file.ts';

/** A file for Playwright's file inputs. */
export type SampleFile = { readonly name: string; readonly mimeType: string; readonly buffer: Buffer };

/** A PDF with one line of text per page. */
export async function samplePdf(name: string, pages = 1): Promise<SampleFile> {
  const document = await PDFDocument.create();
  for (let page = 1; page <= pages; page += 1) {
    document.addPage([612, 792]).drawText(`${name}, page ${page}`, { x: 72, y: 680, size: 28 });
  }
  return { name, mimeType: 'application/pdf', buffer: Buffer.from(await document.save()) };
}

/**
 * A picture of colored noise, which does not compress: about three bytes per pixel.
 *
 * @param side pixels per side
 */
export async function samplePng(name: string, side: number): Promise<SampleFile> {
  const raw = { width: side, height: side, channels: 3 } as const;
  const buffer = await sharp(randomBytes(side * side * 3), { raw })
    .png()
    .toBuffer();
  return { name, mimeType: 'image/png', buffer };
}

/** A phone-like photo of colored noise, slightly compressed. */
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
 * A phone photo in portrait, of 12 megapixels by default: stored rotated with an orientation tag, and GPS metadata. Its
 * lower half is black.
 */
export async function samplePhoto(name: string, width = 4032): Promise<SampleFile> {
  const height = (width * 3) / 4;
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

/** A word-processor document with one paragraph. */
export function sampleWord(name: string, text: string): SampleFile {
  const mimeType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
  return { name, mimeType, buffer: makeWordFile({ body: paragraph(text) }) };
}
