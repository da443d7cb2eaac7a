import { expect } from '@playwright/test';
import { test, watchForErrors } from './journey.ts';

test('an inline script does not run, and fails every journey', async ({ browser }) => {
  const context = await browser.newContext();
  const faults = await watchForErrors(context);
  const page = await context.newPage();
  await page.goto('/login');
  await page.evaluate(() => {
    const script = document.createElement('script');
    script.append('document.title = "ran"');
    document.body.append(script);
  });
  const violations = () => faults.filter((fault) => /script-src|require-trusted-types-for/.test(fault));
  await expect.poll(violations).not.toEqual([]);
  await expect(page.evaluate(() => (document.body.innerHTML = '<b>ran</b>'))).rejects.toThrow('TrustedHTML');
  expect(await page.title()).not.toBe('ran');
  await context.close();
});
