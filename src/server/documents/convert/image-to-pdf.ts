import sharp, { type Metadata } from 'sharp';
import { createPdf, savePdf } from './clean-pdf.ts';
import { FileError, THUMBNAIL_QUALITY, THUMBNAIL_WIDTH } from './conversion.ts';
import { say, conversionTexts } from '#texts/say.ts';

/** A flat picture of under 1 MB can unpack to gigabytes: both limits are checked in the header, before decoding. */
const MOST_PIXELS = 40_000_000;
const LONGEST_SIDE = 10_000;

/** US Letter in points, its margin, and the maximum useful resolution (240 dots per inch). */
const LETTER = { short: 612, long: 792 };
const MARGIN = 36;
const FINEST = { short: 1800, long: 2400 };
/** In bytes, at the best quality: twice the largest file (1 MB). */
const LARGEST_JPEG = 2_097_152;
/** Small pictures keep their size: 96 pixels per inch, as on screens. */
const POINTS_PER_PIXEL = 0.75;

/**
 * Places a picture on a page in US Letter, without metadata.
 * @throws FileError if it is broken, animated or too large
 */
export async function imageToPdf(bytes: Buffer, title: string) {
  sharp.cache(false);
  sharp.concurrency(1);
  const head = await readHead(bytes);
  const isWide = head.autoOrient.width > head.autoOrient.height;
  const width = isWide ? FINEST.long : FINEST.short;
  const height = isWide ? FINEST.short : FINEST.long;
  const { data, info } = await sharp(bytes, { failOn: 'error', limitInputPixels: MOST_PIXELS })
    .autoOrient()
    .resize({ width, height, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: 'white' })
    .toColourspace('srgb')
    .jpeg({ quality: 90, chromaSubsampling: '4:4:4' })
    .toBuffer({ resolveWithObject: true })
    .catch(() => {
      throw new FileError(say(conversionTexts.brokenPicture));
    });
  const place = placeOnPage(info);
  // Noise in few colors grows fourteenfold.
  const jpeg = data.length > LARGEST_JPEG ? await sharp(data).jpeg({ quality: 75 }).toBuffer() : data;
  return { pdf: await renderPage(jpeg, place, title), thumbnail: await renderThumbnail(jpeg, place) };
}

async function readHead(bytes: Buffer): Promise<Metadata> {
  if (isAnimatedPng(bytes)) throw new FileError(say(conversionTexts.animated));
  const head = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => {
      throw new FileError(say(conversionTexts.brokenPicture));
    });
  const { width, height } = head;
  if (Math.max(width, height) > LONGEST_SIDE || width * height > MOST_PIXELS)
    throw new FileError(say(conversionTexts.manyPixels));
  return head;
}

/** Whether a PNG declares an animation before its first picture (PNG, third edition, 11.3.6.1). */
function isAnimatedPng(bytes: Buffer): boolean {
  const control = bytes.indexOf('acTL', 8, 'latin1');
  const picture = bytes.indexOf('IDAT', 8, 'latin1');
  return bytes.readUInt8(0) === 0x89 && control > 0 && (picture < 0 || control < picture);
}

type Size = { readonly width: number; readonly height: number };
/** In points, from the top left of the page. */
type Place = { readonly page: Size; readonly left: number; readonly top: number } & Size;

function placeOnPage({ width, height }: Size): Place {
  const isWide = width > height;
  const page = isWide
    ? { width: LETTER.long, height: LETTER.short }
    : { width: LETTER.short, height: LETTER.long };
  const scale = Math.min(
    POINTS_PER_PIXEL,
    (page.width - 2 * MARGIN) / width,
    (page.height - 2 * MARGIN) / height,
  );
  return {
    page,
    left: (page.width - width * scale) / 2,
    top: MARGIN,
    width: width * scale,
    height: height * scale,
  };
}

async function renderPage(jpeg: Buffer, place: Place, title: string): Promise<Buffer> {
  const document = await createPdf();
  const picture = await document.embedJpg(jpeg);
  document.addPage([place.page.width, place.page.height]).drawImage(picture, {
    x: place.left,
    y: place.page.height - place.top - place.height,
    width: place.width,
    height: place.height,
  });
  return await savePdf(document, title);
}

/** Renders a thumbnail from the picture; reading the whole PDF would take ten times as long. */
async function renderThumbnail(jpeg: Buffer, place: Place): Promise<Buffer> {
  const pixels = (points: number): number =>
    Math.max(1, Math.round((points * THUMBNAIL_WIDTH) / place.page.width));
  const [width, height] = [pixels(place.width), pixels(place.height)];
  const [left, top] = [pixels(place.left), pixels(place.top)];
  const [right, bottom] = [THUMBNAIL_WIDTH - left - width, pixels(place.page.height) - top - height];
  return await sharp(jpeg)
    .resize({ width, height, fit: 'fill' })
    .extend({ left, top, right, bottom, background: 'white' })
    .jpeg({ quality: THUMBNAIL_QUALITY })
    .toBuffer();
}
