import type { Page } from 'playwright-core';
import { appendDocuments, readPdfDocument } from './append-documents.ts';
import type { RenderAttachment } from './render-request.ts';
import { say, answerTexts, pdfCopyTexts } from '#texts/say.ts';

const LANGUAGE = 'en-US';

/**
 * Prints the shown application as a tagged PDF, with the student's documents.
 * @throws Error if the browser is gone
 */
export async function renderApplication(
  page: Page,
  attachments: readonly RenderAttachment[],
): Promise<Uint8Array> {
  const documents = await Promise.all(attachments.map(({ pdf }) => readPdfDocument(pdf)));
  const titles = attachments.map(({ label, fileName }, at) => {
    // 0 pages: unreadable.
    const pages = documents[at]?.getPageCount() ?? 0;
    const count = pages === 0 ? say(pdfCopyTexts.notAdded) : say(pdfCopyTexts.pages, { pages });
    const heading = ['h2', say(answerTexts.attached, { question: label })] as const;
    return { texts: [heading, ['p', fileName], ['p', count]] as const, pages };
  });
  await page.evaluate(replaceTitlePages, titles);
  const title = await page.title();
  const language = (await page.locator('html').getAttribute('lang')) ?? LANGUAGE;
  const headings = await page.locator('h1, h2, h3, h4, h5, h6').allTextContents();
  const base = await page.pdf(PRINT_OPTIONS);
  return appendDocuments(base, documents, { title, language, headings });
}

/** Chromium's print options; the page size in the view's CSS takes precedence. */
export const PRINT_OPTIONS = {
  format: 'Letter',
  preferCSSPageSize: true,
  printBackground: true,
  tagged: true,
  outline: true,
} as const;

/** Types of the used part of the page's DOM. */
type Element = {
  textContent: string;
  readonly style: Record<string, string>;
  readonly dataset: Record<string, string>;
  append(...children: readonly Element[]): void;
  remove(): void;
};
declare const document: {
  readonly body: Element;
  createElement(name: string): Element;
  querySelectorAll(selector: string): Iterable<Element>;
};

type Sheet = {
  readonly texts: readonly (readonly [name: string, text: string])[];
  /** Number of empty pages that follow. */
  readonly pages: number;
};

/**
 * Replaces the title pages of the former rendering, which can have failed. Each is followed by an empty page per
 * document page: Chromium tags, bookmarks and counts them. Runs in the page, without access to this file. Its policy
 * allows styles only as properties.
 */
function replaceTitlePages(sheets: readonly Sheet[]): void {
  for (const former of document.querySelectorAll('[data-title-page]')) former.remove();
  for (const { texts, pages } of sheets) {
    const section = document.createElement('section');
    section.dataset['titlePage'] = '';
    section.style['breakBefore'] = 'page';
    section.style['breakInside'] = 'avoid';
    section.style['overflowWrap'] = 'anywhere';
    for (const [name, text] of texts) {
      const line = document.createElement(name);
      line.textContent = text;
      section.append(line);
    }
    document.body.append(section);
    for (let count = 0; count < pages; count += 1) {
      const place = document.createElement('div');
      place.dataset['titlePage'] = '';
      place.style['breakBefore'] = 'page';
      place.style['height'] = '1px';
      document.body.append(place);
    }
  }
}
