import { launch } from 'puppeteer-core';
import { ENGINES } from '../../scripts/ci/engines.ts';
import { readPdf } from '../support/read-pdf.ts';
import { type Browser, selectText } from './browser.ts';

/** Opens Firefox; puppeteer drives it by WebDriver BiDi. */
export async function openFirefox(): Promise<Browser> {
  const [executablePath] = ENGINES.firefox;
  const browser = await launch({ browser: 'firefox', executablePath, defaultViewport: null });
  const page = await browser.newPage();
  const errors: string[] = [];
  page.on('pageerror', ({ message }: Error) => errors.push(message));
  page.on('console', (message: { type(): string; text(): string }) => {
    if (message.type() === 'error') errors.push(message.text());
  });
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
          press: (key) => element.press(key),
          choose: (value) => element.select(value),
          upload: (file) => element.uploadFile(file),
        }
      );
    },
    printedText: async () => (await readPdf(await page.pdf())).pages.join('\n'),
    errors: () => Promise.resolve(errors),
    close: () => browser.close(),
  };
}
