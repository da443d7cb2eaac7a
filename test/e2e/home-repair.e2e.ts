import { spawnSync } from 'node:child_process';
import { cpSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { expect } from '@playwright/test';
import { summarize } from '#form/summary/summary.ts';
import { projectRoot } from '#scripts/run-tool.ts';
import { readForm } from '#test/support/compiled-form.ts';
import { fullestState } from '#test/support/fullest-state.ts';
import { copyProject } from '#test/support/project-copy.ts';
import { runBeside } from '#test/support/run-command.ts';
import { attachDocuments } from './attach-documents.ts';
import { fillAllPages } from './fill-page.ts';
import { inspectState, test as base } from './journey.ts';
import { textOfPdfCopy } from './stored.ts';

/** Journeys on a project that is built with a questionnaire in a folder of its own. */
const test = base.extend<object, { readonly project: string }>({
  project: [
    async ({ partner }, use) => {
      const copy = copyProject(path.join(projectRoot, 'schemas'));
      symlinkSync(path.join(projectRoot, 'node_modules'), path.join(copy, 'node_modules'), 'junction');
      cpSync(path.join(projectRoot, 'test/forms/home-repair'), path.join(copy, 'repair'), {
        recursive: true,
      });
      const env = { ...process.env, SCHEMAS_DIR: 'repair' };
      const built = spawnSync(process.execPath, ['scripts/build.ts'], { cwd: copy, env, encoding: 'utf8' });
      if (built.status !== 0) throw new Error(built.stdout + built.stderr);
      expect(readForm(partner, copy).title).toBe('Home Repair Loan or Grant');
      await use(copy);
      rmSync(copy, { recursive: true });
    },
    { scope: 'worker', timeout: 300_000 },
  ],
});

const words = (text: string): readonly string[] => text.normalize('NFKC').split(/[\s,]+/);

test('a form of another domain is filled in, translated, submitted, printed and made into a PDF', async ({
  startedPage: page,
  otherPage,
  project,
  server,
  student,
}) => {
  const form = readForm('default', project);
  const wanted = fullestState(form);
  await fillAllPages(page, form, wanted, async (pageId) => {
    await attachDocuments(page, form, { pageId, wanted });
    await inspectState(page, `home-repair-${pageId}`);
  });
  await page.getByRole('button', { name: 'Español' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Documentos y firma' })).toBeVisible();
  await page.getByRole('button', { name: 'English' }).click();
  await page.getByRole('button', { name: 'Submit', exact: true }).click();
  await expect(page).toHaveURL('/completion');

  const answered = summarize(form, wanted, new Date()).flatMap(({ value }) => words(value));
  const copy = new Set(words(await textOfPdfCopy(page)));
  expect(answered.filter((word) => !copy.has(word))).toEqual([]);
  await otherPage.goto(await runBeside(server, 'service-link', ['--user', student.username]));
  await otherPage.locator('[data-ready="true"]').waitFor();
  const printed = await otherPage.getByRole('main').getByRole('heading', { level: 2 }).allTextContents();
  expect(printed).toEqual(form.pages.map(({ title }) => title));
});
