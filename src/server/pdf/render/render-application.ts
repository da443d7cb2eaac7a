import type { Page } from 'playwright-core';
import { appendDocuments, readPdfDocument } from './append-documents.ts';
import type { RenderAttachment } from './render-order.ts';
import { addTitlePages, removeTitlePages } from './title-pages.ts';

const LANGUAGE = 'en-US';

/**
 * Prints the application that a page shows as a tagged PDF, with the student's documents behind it. The page is left as it
 * was.
 *
 * @throws Error when the browser is gone
 */
export async function renderApplication(
  page: Page,
  attachments: readonly RenderAttachment[],
): Promise<Uint8Array> {
  const documents = await Promise.all(attachments.map(({ pdf }) => readPdfDocument(pdf)));
  await addTitlePages(
    page,
    attachments.map(({ label, fileName }, at) => ({
      label,
      fileName,
      pages: documents[at]?.getPageCount() ?? 0,
    })),
  );
  const title = await page.title();
  const language = (await page.locator('html').getAttribute('lang')) ?? LANGUAGE;
  const headings = await page.locator('h1, h2, h3, h4, h5, h6').allTextContents();
  const base = await page.pdf(PRINT_OPTIONS);
  await removeTitlePages(page);
  return appendDocuments(base, documents, { title, language, headings });
}

/** How Chromium prints; what the view's own style says of the sheet counts more. */
export const PRINT_OPTIONS = {
  format: 'Letter',
  preferCSSPageSize: true,
  printBackground: true,
  tagged: true,
  outline: true,
} as const;
