import sharp from 'sharp';
import { FileFault } from '../conversion.ts';

const MOST_PIXELS = 40_000_000;
const TOO_LARGE =
  'A picture in this Word document has too many pixels. Make it smaller, or save the document as a PDF and choose that.';

const MEASURED = ['\x89PNG\r\n\x1a\n', '\xff\xd8\xff', 'GIF8', 'II*\0', 'MM\0*'];
/** Windows' own kinds (BMP, EMF, WMF), which Word writes for what was pasted. */
const AS_THEY_ARE = ['BM', '\x01\0\0\0', '\xd7\xcd\xc6\x9a', '\x01\0\x09\0'];

/**
 * Whether a picture in a document may be drawn: known by its first bytes, so no drawing that could refer to others
 * (SVG) and nothing that is no picture.
 *
 * @throws FileFault when it would unpack to too many pixels
 */
export async function isDrawable(bytes: Uint8Array): Promise<boolean> {
  const start = Buffer.from(bytes.subarray(0, 16)).toString('latin1');
  if (AS_THEY_ARE.some((signature) => start.startsWith(signature))) return true;
  if (!MEASURED.some((signature) => start.startsWith(signature))) return false;
  const head = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => undefined);
  if (head !== undefined && head.width * head.height > MOST_PIXELS) throw new FileFault(TOO_LARGE);
  return head !== undefined;
}
