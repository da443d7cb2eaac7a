import { expect } from '@playwright/test';
import { readApplications } from '#test/applicants/applications.ts';
import { questionsOf } from '#form/definition/form-part.ts';
import { summarize } from '#form/summary/summary.ts';
import { readForm } from '#test/support/compiled-form.ts';
import { attachDocuments, documentsNeeded } from './attach-documents.ts';
import { fillAllPages } from './fill-page.ts';
import { inspectState, test } from './journey.ts';
import { isFullVolume } from '#test/support/volume.ts';
import { asStored, attachedDocuments, storedApplication, textOfPdfCopy } from './stored.ts';

const form = readForm();
const byDocuments = readApplications(form, new Date()).toSorted(
  (one, other) => documentsNeeded(form, other).length - documentsNeeded(form, one).length,
);
/** `npm test` covers the one with the most documents, the full volume the others. */
const applicants = byDocuments.slice(...(isFullVolume ? [1] : [0, 1]));

function wordsOf(text: string): readonly string[] {
  return text.normalize('NFKC').split(/[\s,]+/);
}

for (const { title, ...wanted } of applicants) {
  test(`the application of ${title} is filled in, submitted with documents, stored unchanged and printed`, async ({
    startedPage: page,
  }) => {
    const documents = documentsNeeded(form, wanted);
    if (!isFullVolume) expect(documents.length).toBeGreaterThan(1);
    await fillAllPages(page, form, wanted, async (pageId) => {
      await attachDocuments(page, form, { pageId, wanted });
      // states.e2e.ts checks the accessibility of other states.
      if (isFullVolume) await inspectState(page, `${title.replaceAll(' ', '-')}-${pageId}`);
    });
    await page.goto('/review');
    await expect(page.getByRole('heading', { name: 'Nothing is missing' })).toBeVisible();
    const pictures = page.getByRole('img', { name: 'The first page of document.pdf' });
    await expect(pictures).toHaveCount(documents.length);
    await inspectState(page, 'review-documents');
    await page.emulateMedia({ media: 'print' });
    await inspectState(page, 'review-printed');
    await page.emulateMedia({ media: 'screen' });
    await page.getByRole('button', { name: 'Submit', exact: true }).click();
    await expect(page).toHaveURL('/completion');
    expect(await storedApplication(page)).toEqual({
      ...asStored(form, wanted),
      webStatus: ['started', 'validating', 'submitted'],
    });
    expect(await attachedDocuments(page)).toEqual(documents);
    const printed = new Set(wordsOf(await textOfPdfCopy(page)));
    const answered = summarize(form, wanted, new Date()).flatMap(({ key, value }) => [
      questionsOf(form).get(key)?.label ?? key,
      value,
    ]);
    expect(answered.flatMap(wordsOf).filter((word) => !printed.has(word))).toEqual([]);
  });
}
