import { expect, type Page } from '@playwright/test';
import { isAnswered } from '#form/definition/answer.ts';
import { withCompanions } from '#form/answers/with-companions.ts';
import type { Answers, FormDefinition, FormState } from '#form/definition/definition.ts';
import { readPdf } from '#test/support/read-pdf.ts';

/** What the server holds of a student's application, and what has become of it. */
export type Stored = FormState & { readonly webStatus: readonly string[] };

/** Reads back from the server what it holds of the student who is logged in on a page; emptied answers are left out. */
export async function storedApplication(page: Page): Promise<Stored> {
  const [profile, tabs, counts] = await Promise.all(
    ['/api/profile', '/api/tabs', '/api/add-another'].map((path) => page.request.get(path)),
  );
  if (!profile || !tabs || !counts) throw new Error('Three calls have three answers.');
  const { answer, web_status }: { answer: Answers; web_status: readonly { web_status: string }[] } =
    await profile.json();
  return {
    answers: Object.fromEntries(Object.entries(answer).filter(([, value]) => isAnswered(value))),
    tabs: await tabs.json(),
    counts: await counts.json(),
    webStatus: web_status.map((entry) => entry.web_status),
  };
}

/** The questions to which the server holds a converted document of the student who is logged in on a page. */
export async function attachedDocuments(page: Page): Promise<readonly string[]> {
  const response = await page.request.get('/api/profile');
  const { document_answer: documents }: { document_answer: Answers } = await response.json();
  return Object.keys(documents).filter((key) => isAnswered(documents[key]));
}

/** The text of the PDF copy of the student who is logged in on a page, once it is made. */
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

/** An application as the server is to hold it: with the label of each chosen option. */
export function asStored(form: FormDefinition, { answers, tabs, counts }: FormState): FormState {
  return { answers: withCompanions(form, answers, { answers, now: new Date() }), tabs, counts };
}
