import { expect, type Page } from '@playwright/test';
import { sampleJpeg, samplePdf, samplePng, sampleWord } from '#test/support/sample-files.ts';
import {
  box,
  choose,
  CONVERTED,
  openDocument,
  other,
  question,
  status,
  tab,
  tabNamed,
} from './document-question.ts';
import { inspectState, test } from './journey.ts';
import { OWN_PROJECT } from './own-project.ts';
import { press, tabTo } from './keys.ts';

test.use({ project: OWN_PROJECT });

const STATUS = `**/api/pdf/document-answer/${question.key}`;

/** Documents attached according to the server. */
async function attachedNames(page: Page): Promise<readonly string[]> {
  const response = await page.request.get('/api/document-answer');
  const answers: Record<string, { file_name: string }> = await response.json();
  return Object.values(answers).map(({ file_name }) => file_name);
}

test('documents are uploaded, converted, previewed, replaced, and deleted and chosen by keyboard', async ({
  startedPage: page,
}) => {
  test.slow();
  await openDocument(page);
  const height = (await box(page).boundingBox())?.height;
  const slow = await page.context().newCDPSession(page);
  const speed = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 40_000 };
  await slow.send('Network.enable');
  await slow.send('Network.emulateNetworkConditions', speed);
  await page.route(STATUS, (route) =>
    route.request().method() === 'GET'
      ? route.fulfill({ json: { status: 'IN_PROGRESS', message: '' } })
      : route.fallback(),
  );
  await choose(page, await samplePng('portrait.png', 580));
  const progress = page.getByRole('progressbar', { name: 'Sending portrait.png' });
  await expect.poll(async () => Number(await progress.getAttribute('value'))).toBeGreaterThan(0.02);
  expect((await box(page).boundingBox())?.height).toBe(height);
  await inspectState(page, 'document-sending');
  await slow.send('Network.emulateNetworkConditions', { ...speed, uploadThroughput: -1 });

  await expect(status(page)).toContainText("We've received your file", CONVERTED);
  await inspectState(page, 'document-converting');
  await tabNamed(page, other.title).click();
  const wait = page.getByRole('dialog', { name: 'File Upload in Progress' });
  await expect(wait).toContainText('Please wait until the file upload has completed.');
  await inspectState(page, 'document-tab-wait');
  await wait.getByRole('button', { name: 'OK' }).click();
  await expect(tabNamed(page, tab.title)).toHaveAttribute('aria-selected', 'true');

  await page.reload();
  await expect(status(page)).toContainText("We've received your file");
  await page.unroute(STATUS);
  await expect(status(page)).toHaveText('Your file is attached.', CONVERTED);
  await expect(box(page)).toContainText('portrait.png 1MB');
  await expect(box(page).getByText('1 page')).toBeVisible();
  await expectPicture(page, 'portrait.png');
  await inspectState(page, 'document-attached');

  await choose(page, await samplePdf('essay.pdf', 3));
  await expect(box(page).getByText('3 pages')).toBeVisible(CONVERTED);
  await expectPicture(page, 'essay.pdf');
  expect(await attachedNames(page)).toEqual(['essay.pdf']);

  await choose(page, sampleWord('essay.docx', 'My summer in the museum'));
  await expect(box(page)).toContainText('essay.docx', CONVERTED);
  await expect(status(page)).toHaveText('Your file is attached.', CONVERTED);
  await expectPicture(page, 'essay.docx');
  expect(await attachedNames(page)).toEqual(['essay.docx']);

  // By keyboard from here; subscribed before the key press, which may open the dialog at once.
  const chooser = page.waitForEvent('filechooser');
  await tabTo(page, box(page).getByRole('button', { name: 'Delete file' }));
  await press(page, 'Enter');
  const dialog = page.getByRole('dialog', { name: 'Delete “essay.docx”?' });
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await press(page, 'Tab');
  await expect(dialog.getByRole('button', { name: 'Delete file' })).toBeFocused();
  await press(page, 'Enter');
  await expect(status(page)).toHaveText('The file was deleted.');
  expect(await attachedNames(page)).toEqual([]);
  await expect(box(page).getByRole('button', { name: 'Choose file' })).toBeFocused();
  await page.keyboard.press('Enter');
  await (await chooser).setFiles(await sampleJpeg('photo.jpg', 300));
  await expect(status(page)).toHaveText('Your file is attached.', CONVERTED);
  await expectPicture(page, 'photo.jpg');
  await expect(box(page).getByRole('button', { name: 'Replace file' })).toBeFocused();
});

/** Expects the first page as a loaded picture. */
async function expectPicture(page: Page, name: string): Promise<void> {
  const picture = page.getByRole('img', { name: `The first page of ${name}` });
  await expect
    .poll(() => picture.evaluate((image) => (image instanceof HTMLImageElement ? image.naturalWidth : 0)))
    .toBeGreaterThan(0);
}
