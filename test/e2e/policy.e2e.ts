import { expect } from '@playwright/test';
import { test, watchForErrors } from './journey.ts';

test('the policy forbids inline scripts and eval, and the page has none', async ({ page }) => {
  const response = await page.goto('/login');
  const policy = response?.headers()['content-security-policy'] ?? '';
  const directives = new Map(
    policy.split(';').map((part) => {
      const [name = '', ...sources] = part.trim().split(' ');
      return [name, sources] as const;
    }),
  );
  expect(directives.get('script-src')).toEqual(["'self'"]);
  expect(policy).not.toContain('unsafe-');
  expect(directives.get('require-trusted-types-for')).toEqual(["'script'"]);
  expect(await page.locator('script:not([src])').count()).toBe(0);
});

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
