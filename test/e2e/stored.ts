import { expect, type Page } from '@playwright/test';
import { isAnswered } from '#form/definition/answer.ts';
import { withCompanions } from '#form/answers/with-companions.ts';
import type { Answers, FormDefinition, FormState } from '#form/definition/definition.ts';
import { readPdf } from '#test/support/read-pdf.ts';

/** A student's application as stored on the server, with its status. */
export type Stored = FormState & { readonly webStatus: readonly string[] };

/** Reads the stored application of the logged-in student, without emptied answers. */
export async function storedApplication(page: Page): Promise<Stored> {
  const [profile, tabs, counts] = await Promise.all(
    ['/api/profile', '/api/tabs', '/api/add-another'].map((path) => page.request.get(path)),
  );
  if (!profile || !tabs || !counts) throw new Error('Three calls must have three responses.');
  const { answer, web_status }: { answer: Answers; web_status: readonly { web_status: string }[] } =
    await profile.json();
  return {
    answers: Object.fromEntries(Object.entries(answer).filter(([, value]) => isAnswered(value))),
    tabs: await tabs.json(),
    counts: await counts.json(),
    webStatus: web_status.map((entry) => entry.web_status),
  };
}

/** Returns the questions with a converted document of the logged-in student. */
export async function attachedDocuments(page: Page): Promise<readonly string[]> {
  const response = await page.request.get('/api/profile');
  const { document_answer: documents }: { document_answer: Answers } = await response.json();
  return Object.keys(documents).filter((key) => isAnswered(documents[key]));
}

/** Returns the text of the logged-in student's PDF copy, once created. */
export async function textOfPdfCopy(page: Page): Promise<string> {
  await expect
    .poll(
      async (): Promise<unknown> => {
        const response = await page.request.get('/api/pdf');
        return response.json();
      },
      { timeout: 120_000 },
    )
    .toMatchObject({ status: 'COMPLETED' });
  const copy = await page.request.get('/api/pdf/copy');
  const { pages } = await readPdf(await copy.body());
  return pages.join('\n');
}

/** An application as stored: with the label of each chosen option. */
export function asStored(form: FormDefinition, { answers, tabs, counts }: FormState): FormState {
  return { answers: withCompanions(form, answers, { answers, now: new Date() }), tabs, counts };
}
