import { spawnSync } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { chromiumLaunch } from '#test/support/chromium.ts';
import { makeStoryboard } from '#scripts/storyboard.ts';
import { expect } from '@playwright/test';
import { OWN_PROJECT } from './own-project.ts';
import { test } from './journey.ts';

test('staff see each section of a page in each of its states, at two widths', async ({ page }, info) => {
  const wanted = { partner: 'default', project: OWN_PROJECT, out: info.outputPath('storyboard') };
  const { file, states, pictures } = await makeStoryboard({ ...wanted, only: 'final-steps' });
  await page.goto(pathToFileURL(file).href);

  const figures = page.getByRole('figure');
  await expect(figures).toHaveCount(states);
  expect(pictures).toBe(2 * states);
  const conduct = page.getByRole('heading', { name: 'Conduct' }).locator('..').getByRole('figure');
  await expect(conduct.locator('figcaption')).toContainText([
    'Nothing is answered yet',
    'is “Yes”',
    'Answers are missing',
    'Answers are missing (2)',
  ]);
  const tabs = page.getByRole('heading', { name: 'Anything Else?' }).locator('..').getByRole('figure');
  await expect(tabs.locator('figcaption')).toContainText([
    'Nothing is answered yet',
    '“How would you like to add it?” is “Attach a Document”',
  ]);
  for (const figure of await figures.all()) {
    const images = figure.getByRole('img');
    await expect(images).toHaveCount(2);
    for (const image of await images.all()) {
      await image.scrollIntoViewIfNeeded();
      await expect
        .poll(() => image.evaluate((each: HTMLImageElement) => each.naturalWidth))
        .toBeGreaterThan(200);
    }
  }

  await page.getByRole('link', { name: 'Certification' }).click();
  await expect(page.getByRole('heading', { name: 'Certification' })).toBeInViewport();
  await page.getByRole('searchbox', { name: 'Search' }).fill('document attach');
  await expect(figures.filter({ visible: true })).toHaveCount(1);
  await expect(page.getByText('1 found')).toBeVisible();
  const anchor = await figures.filter({ visible: true }).getAttribute('id');
  expect(anchor).toBe('final-steps.additional.additional_info=document');
});

test('npm run storyboard draws the parts that are named, of every partner', async ({ page: _page }, info) => {
  const run = (...args: readonly string[]) =>
    spawnSync(process.execPath, ['scripts/storyboard.ts', '--out', info.outputPath('parts'), ...args], {
      cwd: OWN_PROJECT,
      encoding: 'utf8',
      env: { ...process.env, CHROMIUM_PATH: chromiumLaunch().executablePath },
    });
  const { status, stdout, stderr } = run('--only', 'card.login');
  expect([status, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(/^[1-9]\d* states in [1-9]\d* pictures are in .*default\.html/);
  expect(run('--partner', 'nobody')).toMatchObject({
    status: 1,
    stderr: 'There is no partner "nobody": default, strict.\n',
  });
  expect(run('--only', 'nothing').stderr).toContain('Nothing in it is called "nothing"');
});
