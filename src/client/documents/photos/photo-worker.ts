import type {
  PhotoErrorDetails,
  PhotoPage,
  PhotoResult,
  PhotoTask,
} from '#client/widgets/file/photos/photos.ts';

/** Page sizes and qualities, tried until small enough. Starts at about 200 dpi. */
const RENDITIONS = [
  { side: 2200, quality: 0.82 },
  { side: 2000, quality: 0.74 },
  { side: 1800, quality: 0.66 },
  { side: 1600, quality: 0.6 },
  { side: 1300, quality: 0.55 },
  { side: 1000, quality: 0.5 },
  { side: 800, quality: 0.4 },
] as const;
const PREVIEW = { side: 480, quality: 0.7 };

/** PDF overhead in bytes, total and per page. */
const PDF_BYTES = 4096;
const PDF_PAGE_BYTES = 1024;

type Rendition = { readonly side: number; readonly quality: number };

addEventListener('message', ({ data }: MessageEvent<PhotoTask>) => void answer(data));

async function answer(task: PhotoTask): Promise<void> {
  postMessage(await resultOf(task), { transfer: [] });
}

async function resultOf(task: PhotoTask): Promise<PhotoResult> {
  if (task.kind === 'file') return fileOf(task.pages, task.maxBytes);
  const bitmap = await readPhoto(task.photo);
  return 'code' in bitmap ? { error: bitmap } : { pictures: [await renderPicture(bitmap, 0, PREVIEW)] };
}

async function fileOf(pages: readonly PhotoPage[], maxBytes: number): Promise<PhotoResult> {
  let left = maxBytes - (pages.length === 1 ? 0 : PDF_BYTES + PDF_PAGE_BYTES * pages.length);
  const pictures: Blob[] = [];
  for (const [at, page] of pages.entries()) {
    const bitmap = await readPhoto(page.photo);
    if ('code' in bitmap) return { error: bitmap };
    const picture = await smallEnough(bitmap, page.turns, left / (pages.length - at));
    bitmap.close();
    if (!picture) return { error: { code: 'tooMany' } };
    pictures.push(picture);
    left -= picture.size;
  }
  return { pictures };
}

/** Decodes upright: the browser applies the EXIF orientation. */
async function readPhoto(photo: File): Promise<ImageBitmap | PhotoErrorDetails> {
  try {
    return await createImageBitmap(photo);
  } catch {
    return { code: 'unreadable', name: photo.name };
  }
}

async function smallEnough(bitmap: ImageBitmap, turns: number, most: number): Promise<Blob | undefined> {
  for (const rendition of RENDITIONS) {
    const picture = await renderPicture(bitmap, turns, rendition);
    if (picture.size <= most) return picture;
  }
  return undefined;
}

function renderPicture(bitmap: ImageBitmap, turns: number, { side, quality }: Rendition): Promise<Blob> {
  const scale = Math.min(1, side / Math.max(bitmap.width, bitmap.height));
  const width = Math.max(1, Math.round(bitmap.width * scale));
  const height = Math.max(1, Math.round(bitmap.height * scale));
  const canvas = turns % 2 === 0 ? new OffscreenCanvas(width, height) : new OffscreenCanvas(height, width);
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('The browser has no 2D canvas.');
  // JPEG has no transparency.
  pen.fillStyle = '#fff';
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.imageSmoothingQuality = 'high';
  pen.translate(canvas.width / 2, canvas.height / 2);
  pen.rotate((turns * Math.PI) / 2);
  pen.drawImage(bitmap, -width / 2, -height / 2, width, height);
  return canvas.convertToBlob({ type: 'image/jpeg', quality });
}
