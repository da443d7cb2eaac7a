import type { Browser } from 'playwright-core';
import { appendDocuments, readPdfDocument } from './append-documents.ts';
import { openPrintView } from './open-view.ts';
import type { RenderOrder } from './render-order.ts';
import { addTitlePages } from './title-pages.ts';

const LANGUAGE = 'en-US';

/**
 * Draws one application as a tagged PDF, with the student's documents behind it.
 *
 * @throws Error when the view does not show or the browser is gone
 */
export async function renderApplication(browser: Browser, order: RenderOrder): Promise<Uint8Array> {
  const documents = await Promise.all(order.attachments.map(({ pdf }) => readPdfDocument(pdf)));
  const { context, page } = await openPrintView(browser, order);
  try {
    await addTitlePages(
      page,
      order.attachments.map(({ label, fileName }, at) => ({
        label,
        fileName,
        pages: documents[at]?.getPageCount() ?? 0,
      })),
    );
    const title = await page.title();
    const language = (await page.locator('html').getAttribute('lang')) ?? LANGUAGE;
    const headings = await page.locator('h1, h2, h3, h4, h5, h6').allTextContents();
    const base = await page.pdf(PRINT_OPTIONS);
    return await appendDocuments(base, documents, { title, language, headings });
  } finally {
    await context.close().catch(() => undefined);
  }
}

/** How Chromium prints; what the view's own style says of the sheet counts more. */
export const PRINT_OPTIONS = {
  format: 'Letter',
  preferCSSPageSize: true,
  printBackground: true,
  tagged: true,
  outline: true,
} as const;
