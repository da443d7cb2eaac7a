import { launch } from 'puppeteer-core';
import { ENGINES } from '../../scripts/ci/engines.ts';
import { readPdf } from '../support/read-pdf.ts';
import { type Browser, selectText } from './browser.ts';

/** Opens Firefox; puppeteer drives it by WebDriver BiDi. */
export async function openFirefox(): Promise<Browser> {
  const [executablePath] = ENGINES.firefox;
  const browser = await launch({ browser: 'firefox', executablePath, defaultViewport: null });
  const page = await browser.newPage();
  page.on('dialog', (dialog: { accept(): Promise<void> }) => dialog.accept());
  return {
    open: (url) => page.goto(url).catch(() => undefined),
    run: (script, given) => page.evaluate(script, given),
    find: async (script, given) => {
      const element = (await page.evaluateHandle(script, given)).asElement();
      return (
        element && {
          click: () => element.click(),
          isChecked: () => element.evaluate(({ checked }: HTMLInputElement) => checked),
          type: async (text) => {
            await element.evaluate(selectText);
            await element.type(text);
          },
          pressEscape: () => element.press('Escape'),
          choose: (value) => element.select(value),
          upload: (file) => element.uploadFile(file),
        }
      );
    },
    printedText: async () => (await readPdf(await page.pdf())).pages.join('\n'),
    close: () => browser.close(),
  };
}
