import { PDFDocument } from 'pdf-lib';
import sharp, { type Metadata } from 'sharp';
import { savePdf } from './clean-pdf.ts';
import { FileFault } from './conversion.ts';

/** A flat picture of under 1 MB can unpack to gigabytes: both are read from the header, before decoding. */
const MOST_PIXELS = 40_000_000;
const LONGEST_SIDE = 10_000;

/** US Letter in points, its margin, and the finest print that helps a reader (300 dots per inch). */
const LETTER = { short: 612, long: 792 };
const MARGIN = 36;
const FINEST = { short: 2250, long: 3000 };
/** A small picture keeps its size: 96 pixels to the inch, as screens draw it. */
const POINTS_PER_PIXEL = 0.75;

const BROKEN =
  'This picture cannot be opened: it is broken or incomplete. Open it, save it again as .jpg or .png, and choose it again.';
const TOO_LARGE =
  'This picture has too many pixels. Make it smaller, 10,000 pixels a side and 40 megapixels at most.';
const ANIMATED = 'This picture is animated. Save it as a picture that does not move.';

/**
 * A page in US Letter with the picture on it, upright, in sRGB, on white, without what the camera noted.
 *
 * @throws FileFault when the picture is broken, animated or too large
 */
export async function imageToPdf(bytes: Buffer, title: string): Promise<Buffer> {
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
      throw new FileFault(BROKEN);
    });
  const document = await PDFDocument.create();
  await drawPage(document, data, info);
  return await savePdf(document, title);
}

async function readHead(bytes: Buffer): Promise<Metadata> {
  if (isAnimatedPng(bytes)) throw new FileFault(ANIMATED);
  const head = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => {
      throw new FileFault(BROKEN);
    });
  const { width, height } = head;
  if (Math.max(width, height) > LONGEST_SIDE || width * height > MOST_PIXELS) throw new FileFault(TOO_LARGE);
  return head;
}

/** An animated PNG says so before its first picture (PNG, third edition, 11.3.6.1). */
function isAnimatedPng(bytes: Buffer): boolean {
  const control = bytes.indexOf('acTL', 8, 'latin1');
  const picture = bytes.indexOf('IDAT', 8, 'latin1');
  return bytes.readUInt8(0) === 0x89 && control > 0 && (picture < 0 || control < picture);
}

type Size = { readonly width: number; readonly height: number };

async function drawPage(document: PDFDocument, jpeg: Buffer, size: Size): Promise<void> {
  const picture = await document.embedJpg(jpeg);
  const isWide = size.width > size.height;
  const page = document.addPage(isWide ? [LETTER.long, LETTER.short] : [LETTER.short, LETTER.long]);
  const scale = Math.min(
    POINTS_PER_PIXEL,
    (page.getWidth() - 2 * MARGIN) / size.width,
    (page.getHeight() - 2 * MARGIN) / size.height,
  );
  const width = size.width * scale;
  const height = size.height * scale;
  page.drawImage(picture, {
    x: (page.getWidth() - width) / 2,
    y: page.getHeight() - MARGIN - height,
    width,
    height,
  });
}
