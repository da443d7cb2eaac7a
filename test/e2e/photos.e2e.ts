import { expect, type Page, type Request } from '@playwright/test';
import { PDFDocument } from '@pdfme/pdf-lib';
import sharp from 'sharp';
import { MAX_FILE_BYTES } from '#form/documents/file-rules.ts';
import { sampleJpeg, samplePdf, samplePhoto, samplePng } from '#test/support/sample-files.ts';
import { box, choose, CONVERTED, openDocument, question, status } from './document-question.ts';
import { inspectState, test } from './journey.ts';
import { OWN_PROJECT } from './own-project.ts';

test.use({
  project: OWN_PROJECT,
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
});

/** Records files posted by the page, since browsers hide form bytes from request observers. */
async function postedFiles(page: Page): Promise<readonly Buffer[]> {
  const posted: Buffer[] = [];
  await page.exposeFunction('keepPosted', (bytes: readonly number[]) => void posted.push(Buffer.from(bytes)));
  await page.evaluate(() => {
    const send = XMLHttpRequest.prototype.send;
    XMLHttpRequest.prototype.send = function keepAndSend(body) {
      const file = body instanceof FormData ? body.get('file') : undefined;
      const keep: unknown = Reflect.get(globalThis, 'keepPosted');
      const kept = async (): Promise<void> => {
        if (!(file instanceof File) || typeof keep !== 'function') return;
        await keep([...new Uint8Array(await file.arrayBuffer())]);
      };
      void kept().then(() => send.call(this, body));
    };
  });
  return posted;
}

test('a photo of 12 megapixels is rotated, resized in a worker and uploaded', async ({
  startedPage: page,
}) => {
  test.slow();
  await openDocument(page);
  const photo = await samplePhoto('IMG_20261122_234012345678_hdr_portrait.jpg');
  expect(photo.buffer.length).toBeGreaterThan(3 * MAX_FILE_BYTES);
  const posted = await postedFiles(page);
  const worker = page.waitForEvent('worker');
  await choose(page, photo);
  expect((await worker).url()).toMatch(/photo-worker/);
  await expect(status(page)).toHaveText('Your file is attached.', CONVERTED);

  const [file] = posted;
  expect(file?.length).toBeLessThanOrEqual(MAX_FILE_BYTES);
  const { width, height, exif } = await sharp(file).metadata();
  expect(height / width).toBeCloseTo(4 / 3, 2);
  expect(height).toBeGreaterThanOrEqual(1600);
  expect(exif).toBeUndefined();
  expect(await brightness(file, 0)).toBeGreaterThan(150);
  expect(await brightness(file, 1)).toBeLessThan(20);
});

/** Brightness of the upper (0) or lower (1) half, from 0 to 255. */
async function brightness(file: Buffer | undefined, half: 0 | 1): Promise<number> {
  const { width, height } = await sharp(file).metadata();
  const part = { left: 0, top: Math.floor((half * height) / 2), width, height: Math.floor(height / 2) - 8 };
  const { channels } = await sharp(await sharp(file).extract(part).toBuffer()).stats();
  return channels[0]?.mean ?? Number.NaN;
}

test('photos become one document in the order chosen, in a dialog with Attach visible, whatever is refused', async ({
  startedPage: page,
}) => {
  test.slow();
  await page.setViewportSize({ width: 320, height: 640 });
  await openDocument(page);
  const posted = await postedFiles(page);
  await choose(page, await samplePhoto('one.jpg', 1200), await sampleJpeg('two.jpg', 900));
  const dialog = page.getByRole('dialog', { name: 'Your photos' });
  await expect(dialog.getByRole('img')).toHaveCount(2);
  const attach = dialog.getByRole('button', { name: 'Attach' });
  for (const part of [dialog.getByRole('heading'), attach]) await expect(part).toBeInViewport({ ratio: 1 });
  const before = await attach.boundingBox();
  const chooser = page.waitForEvent('filechooser');
  await dialog.getByRole('button', { name: 'Add photos' }).tap();
  await (await chooser).setFiles([await samplePhoto('three.jpg', 1200), await samplePdf('other.pdf')]);
  await expect(dialog.getByRole('status')).toContainText('Only photos can be pages here.');
  await expect(attach).toBeInViewport({ ratio: 1 });
  expect(await attach.boundingBox(), 'Attach does not move').toEqual(before);
  await expect(dialog.getByRole('img')).toHaveCount(3);
  await inspectState(page, 'photo-pages');
  for (const picture of await dialog.getByRole('img').all())
    expect(await picture.evaluate(isWhole), 'the whole page is visible').toBe(true);
  await dialog.getByRole('button', { name: 'Rotate page 3' }).tap();
  await dialog.getByRole('button', { name: 'Move page 2 up' }).tap();
  await expect(dialog.getByRole('status')).toContainText('Page 2 is now page 1.');
  await attach.tap();
  await expect(status(page)).toHaveText('Your file is attached.', CONVERTED);
  await expect(box(page)).toContainText('two.pdf');
  await expect(box(page)).toContainText('3 pages');

  const [file] = posted;
  expect(file?.length).toBeLessThanOrEqual(MAX_FILE_BYTES);
  const pages = (await PDFDocument.load(file ?? Buffer.alloc(0))).getPages();
  expect(pages.map((each) => (each.getWidth() > each.getHeight() ? 'wide' : 'high'))).toEqual([
    'high',
    'high',
    'wide',
  ]);
});

/** Whether a picture is entirely within its frame. */
function isWhole(picture: Element): boolean {
  const [own, frame] = [picture.getBoundingClientRect(), picture.parentElement?.getBoundingClientRect()];
  return frame !== undefined && own.top >= frame.top - 1 && own.bottom <= frame.bottom + 1;
}

function isUpload(request: Request): boolean {
  return request.method() === 'POST' && (request.headers()['content-type'] ?? '').startsWith('multipart/');
}

test('a document appears and disappears in a fixed-height box with little empty space, at 320 px', async ({
  startedPage: page,
}) => {
  test.slow();
  await page.setViewportSize({ width: 320, height: 844 });
  await openDocument(page);
  const heightOfBox = async (): Promise<number> => (await box(page).boundingBox())?.height ?? Number.NaN;
  const height = await heightOfBox();
  await box(page).evaluate((element) => element.style.setProperty('min-height', '0'));
  expect(height - (await heightOfBox()), 'the empty space').toBeLessThan(190);
  await box(page).evaluate((element) => element.style.removeProperty('min-height'));
  const call = `**/api/pdf/document-answer/${question.key}`;
  await page.route(call, (route) =>
    route.request().method() === 'GET'
      ? route.fulfill({ json: { status: 'IN_PROGRESS', message: '' } })
      : route.fallback(),
  );
  await choose(page, await sampleJpeg('transcript-of-my-school-2026.jpg', 300));
  await expect(status(page)).toContainText("We've received your file", CONVERTED);
  expect(await heightOfBox()).toBe(height);
  await page.unroute(call);
  await expect(status(page)).toHaveText('Your file is attached.', CONVERTED);
  expect(await heightOfBox()).toBe(height);
  await choose(page, await samplePdf('a-name-that-is-far-too-long-for-the-limit-of-names.pdf'));
  await expect(box(page).getByRole('button', { name: /^Attach it as/ })).toBeVisible();
  expect(await heightOfBox(), 'with a rejected name').toBe(height);
  await choose(page, await samplePng('noise.gif', 600));
  await expect(status(page)).toContainText('too large');
  await expect(status(page)).toContainText('file types');
  expect(await heightOfBox(), 'with a file rejected twice').toBe(height);
  await expect(box(page)).toContainText('transcript-of-my-school-2026.jpg');

  await page.route('**/*', (route) =>
    isUpload(route.request()) ? route.abort('internetdisconnected') : route.fallback(),
  );
  await choose(page, await sampleJpeg('transcript-of-my-school-2027.jpg', 300));
  await expect(box(page).getByRole('button', { name: 'Try again' })).toBeVisible();
  expect(await heightOfBox(), 'without a connection').toBe(height);
  await page.unroute('**/*');
  const sent = Promise.withResolvers<void>();
  await page.route('**/*', async (route) => {
    if (isUpload(route.request())) await sent.promise;
    await route.fallback();
  });
  await box(page).getByRole('button', { name: 'Try again' }).tap();
  const progress = box(page).getByRole('progressbar').locator('..');
  await expect(progress).toBeVisible();
  const [line, frame] = [await progress.boundingBox(), await box(page).boundingBox()];
  expect((line?.x ?? 0) + (line?.width ?? 0), 'the progress is in the box').toBeLessThan(
    (frame?.x ?? 0) + (frame?.width ?? 0),
  );
  expect(await heightOfBox(), 'while uploading').toBe(height);
  sent.resolve();
  await expect(status(page)).toHaveText('Your file is attached.', CONVERTED);
  await page.unroute('**/*');
  await box(page).getByRole('button', { name: 'Delete file' }).tap();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete file' }).tap();
  await expect(status(page)).toHaveText('The file was deleted.');
  expect(await heightOfBox()).toBe(height);
});
