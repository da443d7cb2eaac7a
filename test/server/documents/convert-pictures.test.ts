import { randomBytes } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { PDFDocument } from '@pdfme/pdf-lib';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { convertDocument } from '#server/documents/convert/convert-document.ts';
import { MAX_FILE_BYTES } from '#form/documents/file-rules.ts';
import { THUMBNAIL_WIDTH } from '#server/documents/convert/conversion.ts';
import { convertPdf } from '#server/documents/convert/convert-pdf.ts';
import { imageToPdf } from '#server/documents/convert/image-to-pdf.ts';
import {
  makeAnimatedPng,
  makeClaimingPng,
  makeFlatPng,
  makePhonePhoto,
} from '#test/support/hostile-files/pictures.ts';
import { readColours } from '#test/support/picture-colours.ts';

const LIMITS = { wallMs: 600_000 };

test('a rotated photo becomes one upright page without metadata', { timeout: 600_000 }, async () => {
  const photo = await makePhonePhoto();
  expect(photo.includes('SECRET-NOTE')).toBe(true);
  const made = await convertDocument(Buffer.concat([photo, Buffer.from('<script>')]), 'photo.jpg', {
    limits: LIMITS,
  });
  if (made.kind !== 'done') throw new Error(made.kind);
  expect(made.pages).toBe(1);
  expect(made.document.includes('SECRET-NOTE')).toBe(false);
  expect(made.document.includes('<script>')).toBe(false);
  const thumbnail = await readColours(made.thumbnail);
  expect(thumbnail.width).toBe(THUMBNAIL_WIDTH);
  expect(thumbnail.height).toBeGreaterThan(thumbnail.width);
  const [top, bottom] = [thumbnail.at(50, 10), thumbnail.at(50, 40)];
  expect(top[0]).toBeGreaterThan(200);
  expect(top[2]).toBeLessThan(50);
  expect(bottom[2]).toBeGreaterThan(200);
  expect(bottom[0]).toBeLessThan(50);
});

test('a transparent PNG is rendered on white', { timeout: 600_000 }, async () => {
  const clear = await sharp({
    create: { width: 300, height: 200, channels: 4, background: { r: 0, g: 128, b: 0, alpha: 0 } },
  })
    .png()
    .toBuffer();
  const made = await convertDocument(clear, 'scan.png', { limits: LIMITS });
  if (made.kind !== 'done') throw new Error(made.kind);
  expect((await readColours(made.thumbnail)).at(50, 20)).toEqual([255, 255, 255]);
});

test('a CMYK picture becomes RGB', async () => {
  const printed = await sharp({ create: { width: 100, height: 100, channels: 3, background: 'red' } })
    .toColourspace('cmyk')
    .jpeg()
    .toBuffer();
  expect((await sharp(printed).metadata()).space).toBe('cmyk');
  const { pdf } = await imageToPdf(printed, 'scan.jpg');
  expect(pdf.includes('DeviceCMYK')).toBe(false);
  expect(pdf.includes('DeviceRGB')).toBe(true);
});

test('the PDF of a picture of noise stays small', async () => {
  const noise = { type: 'gaussian', mean: 128, sigma: 128 } as const;
  const size = { width: 1800, height: 2400, channels: 3, background: 'black' } as const;
  const picture = await sharp({ create: { ...size, noise } })
    .png({ palette: true, colours: 2, effort: 1 })
    .toBuffer();
  const { pdf } = await imageToPdf(picture, 'noise.png');
  expect(pdf.length).toBeLessThan(3 * MAX_FILE_BYTES);
});

test('thumbnails of tall pages of noise are small', async () => {
  const [width, height] = [600, 1200];
  const raw = { width, height, channels: 3 } as const;
  const noise = await sharp(randomBytes(width * height * 3), { raw })
    .jpeg()
    .toBuffer();
  const document = await PDFDocument.create();
  const picture = await document.embedJpg(noise);
  document.addPage([width, height]).drawImage(picture, { width, height });
  const made = [
    await imageToPdf(noise, 'noise.jpg'),
    await convertPdf(Buffer.from(await document.save()), 'noise.pdf'),
  ];
  for (const each of made)
    expect('thumbnail' in each && each.thumbnail.length).toSatisfy((size) => size > 0 && size < 350_000);
});

test('broken and truncated pictures are refused with a remedy', async () => {
  const photo = await makePhonePhoto();
  const broken = /may be damaged.*save it again/;
  await expect(imageToPdf(photo.subarray(0, photo.length / 2), 'a.jpg')).rejects.toThrow(broken);
  const png = await sharp(photo).png().toBuffer();
  await expect(imageToPdf(png.subarray(0, png.length / 2), 'a.png')).rejects.toThrow(broken);
  await expect(imageToPdf(Buffer.from('\xff\xd8\xff\xe0 no picture', 'latin1'), 'a.jpg')).rejects.toThrow(
    broken,
  );
});

test('pictures with too many pixels are refused by their header', async () => {
  const tall = await sharp({ create: { width: 1, height: 65_500, channels: 3, background: 'red' } })
    .jpeg()
    .toBuffer();
  const bombs = [
    makeFlatPng(7100, 7100),
    makeClaimingPng(9999, 9999),
    makeClaimingPng(17_320, 17_320),
    makeClaimingPng(1_000_000_000, 1),
    tall,
  ];
  const before = process.memoryUsage().rss;
  for (const bomb of bombs) {
    expect(bomb.length).toBeLessThan(1_048_576);
    await expect(imageToPdf(bomb, 'a.png')).rejects.toThrow(/too large|can't open/);
  }
  expect(process.memoryUsage().rss - before).toBeLessThan(100 * 1024 * 1024);
});

test('an animated picture of 5,000 frames is refused', async () => {
  await expect(imageToPdf(makeAnimatedPng(5000), 'a.png')).rejects.toThrow(/animated/);
});

test('file names are not in process lists', { timeout: 600_000 }, async () => {
  const seen: string[] = [];
  // On a busy machine, a conversion can begin and end between two looks.
  while (seen.length === 0) {
    const made = convertDocument(makeFlatPng(300, 200), 'canary-name.png', { limits: LIMITS });
    while ((await Promise.race([made, nextTurn()])) === undefined) {
      seen.push(...commandLines().filter((line) => line.includes('step-process.ts')));
    }
    expect((await made).kind).toBe('done');
  }
  expect(seen.filter((line) => line.includes('canary-name'))).toEqual([]);
});

/** The command lines that every user can read (Linux). */
function commandLines(): readonly string[] {
  return globSync('/proc/[0-9]*/cmdline').flatMap((file) => {
    try {
      return [readFileSync(file, 'utf8')];
    } catch {
      // It has ended.
      return [];
    }
  });
}
