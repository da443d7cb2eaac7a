import { expect, type Page } from '@playwright/test';
import { visibleQuestions } from '#form/answers/visible-questions.ts';
import type { FormDefinition, FormState } from '#form/definition/definition.ts';
import { isDocumentQuestion } from '#form/documents/document-answers.ts';
import { samplePdf } from '#test/support/sample-files.ts';
import { questionBox } from './question-box.ts';

const CONVERTED = { timeout: 180_000 };

/** Returns the keys of the documents an application needs. */
export function documentsNeeded(form: FormDefinition, wanted: FormState): readonly string[] {
  return visibleQuestions(form, wanted)
    .filter(isDocumentQuestion)
    .map(({ key }) => key);
}

/** Attaches a PDF to each document question of the open page, and waits for the conversions. */
export async function attachDocuments(
  page: Page,
  form: FormDefinition,
  { pageId, wanted }: { readonly pageId: string; readonly wanted: FormState },
): Promise<void> {
  const needed = new Set(documentsNeeded(form, wanted));
  const questions = form.pages.find(({ id }) => id === pageId)?.questions ?? {};
  for (const question of Object.values(questions).filter(({ key }) => needed.has(key))) {
    const box = questionBox(page, question);
    const chooser = page.waitForEvent('filechooser');
    await box.getByRole('button', { name: 'Choose file' }).click();
    await (await chooser).setFiles(await samplePdf('document.pdf'));
    await expect(box.getByRole('status')).toHaveText('Your file is attached.', CONVERTED);
  }
}
