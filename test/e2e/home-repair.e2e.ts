import { spawnSync } from 'node:child_process';
import { cpSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { expect } from '@playwright/test';
import { summarize } from '#form/summary/summary.ts';
import { writePackage } from '#scripts/package/write-package.ts';
import { projectRoot } from '#scripts/run-tool.ts';
import { readForm } from '#test/support/compiled-form.ts';
import { fullestState } from '#test/support/fullest-state.ts';
import { copyProject } from '#test/support/project-copy.ts';
import { runBeside } from '#test/support/run-command.ts';
import { attachDocuments } from './attach-documents.ts';
import { fillAllPages } from './fill-page.ts';
import { inspectState, test as base } from './journey.ts';
import { textOfPdfCopy } from './stored.ts';

/** Folder of the questionnaire in the copy of the project. */
const FORM = 'questions';

/** Journeys on a package that was built from a questionnaire in a folder of its own. */
const test = base.extend<object, { readonly project: string }>({
  project: [
    async ({ partner }, use) => {
      run(projectRoot, 'scripts/setup.mjs', 'scripts/node');
      const copy = copyProject(path.join(projectRoot, 'schemas'));
      symlinkSync(path.join(projectRoot, 'node_modules'), path.join(copy, 'node_modules'), 'junction');
      cpSync(path.join(projectRoot, 'test/forms/home-repair'), path.join(copy, FORM), { recursive: true });
      run(copy, 'scripts/build.ts');
      const packed = path.join(copy, 'packed');
      writePackage(copy, packed);
      expect(readForm(partner, packed).title).toBe('Home Repair Loan or Grant');
      await use(packed);
      rmSync(copy, { recursive: true });
    },
    { scope: 'worker', timeout: 300_000 },
  ],
});

function run(cwd: string, ...words: readonly string[]): void {
  const env = { ...process.env, SCHEMAS_DIR: FORM };
  const { status, stdout, stderr } = spawnSync(process.execPath, words, { cwd, env, encoding: 'utf8' });
  if (status !== 0) throw new Error(stdout + stderr);
}

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
