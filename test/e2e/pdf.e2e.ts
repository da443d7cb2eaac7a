import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, type Page } from '@playwright/test';
import { freePort } from '#scripts/dev/free-port.ts';
import { type BenchStudent, headersOf, seedStudents } from '#test/bench/bench-students.ts';
import type { Answers } from '#form/definition/definition.ts';
import { readForm, readPartner } from '#test/support/compiled-form.ts';
import { fullestState } from '#test/support/fullest-state.ts';
import { readPdf } from '#test/support/read-pdf.ts';
import { startTestServer } from '#test/support/test-server.ts';
import { rounds } from '#test/support/volume.ts';
import { runBeside } from '#test/support/run-command.ts';
import { inspectState, test } from './journey.ts';
import { seedApplication } from './seed.ts';

const ACCOUNT = /^Account/;
/** Maximum JSON size of an application's answers. */
const LARGEST_BYTES = 512_000;
const DOWNLOAD = 'Download PDF Copy';

/**
 * Sorted words of a text, since page and print can order them differently; without symbols, since a print may draw
 * emoji as shapes.
 */
function wordsOf(text: string): readonly string[] {
  return text
    .normalize('NFKC')
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}\p{P}]/u.test(word))
    .toSorted();
}

test('a student downloads the PDF copy, which matches the service view', async ({
  startedPage: page,
  otherPage,
  server,
  student,
}) => {
  const form = readForm();
  const fullest = fullestState(form);
  const [long] = Object.values(form.pages[0]?.questions ?? {}).filter(
    ({ key, widget }) => widget === 'text' && key in fullest.answers && !form.sortName?.includes(key),
  );
  if (!long) throw new Error('The first page has no text.');
  const state = { ...fullest, answers: { ...fullest.answers, [long.key]: 'Ada \u{1F393}' } };
  await seedApplication(page, state);
  await page.getByRole('button', { name: ACCOUNT }).click();
  await page.getByRole('button', { name: DOWNLOAD }).click();
  const download = await page.waitForEvent('download', { timeout: 120_000 });
  expect([download.url(), await download.failure()]).toEqual([`${server.url}/api/pdf/copy`, null]);
  const names = (form.sortName ?? []).map((key) => state.answers[key]);
  const [university, name, day] = download.suggestedFilename().split(' - ');
  expect([university, name]).toEqual([readPartner('default').name, names.join(' ')]);
  expect(day).toMatch(/^\d{4}-\d{2}-\d{2}\.pdf$/);
  await expect(page.getByRole('link', { name: DOWNLOAD })).toBeFocused();
  await expect(page.getByText('Your PDF copy is ready.')).toBeVisible();
  await inspectState(page, 'pdf-copy-ready');
  const pdf = await readPdf(readFileSync(await download.path()));
  // Emoji use their own font instead of empty boxes.
  expect([...pdf.fonts]).toContain('NotoEmoji-Regular');

  const address = await runBeside(server, 'service-link', ['--user', student.username]);
  await otherPage.goto(address);
  await otherPage.locator('[data-ready="true"]').waitFor();
  await inspectState(otherPage, 'service-view');
  await otherPage.emulateMedia({ media: 'print' });
  const view = otherPage.locator('.printed');
  const headings = await view.getByRole('heading').allTextContents();
  const heads = await runningHeads(otherPage);
  const [first, ...others] = pdf.pages;
  const printed = [
    first,
    // A font may draw a letter and its mark as two glyphs.
    ...others.map((text) =>
      heads.reduce((rest, head) => rest.replace(head.normalize('NFKC'), ''), text.normalize('NFKC')),
    ),
  ];
  // A table that continues on another page repeats its head there.
  const tableHeads = new Set(wordsOf((await view.locator('thead').allInnerTexts()).join('\n')));
  const [onPaper, inView] = [printed.join('\n').replaceAll(/\d+ \/ \d+/g, ''), await view.innerText()].map(
    (text) => wordsOf(text).filter((word) => !tableHeads.has(word)),
  );
  expect(onPaper).toEqual(inView);
  expect(pdf).toMatchObject({ isMarked: true, language: 'en', showsTitle: true });
  expect(pdf.title).toBe(await otherPage.title());
  expect(pdf.tagged.every(Boolean)).toBe(true);
  expect(pdf.bookmarks.map(([title]) => title)).toEqual(headings.map((text) => text.trim()));
});

/** Headers of the printed pages after the first. */
function runningHeads(page: Page): Promise<readonly string[]> {
  return page.evaluate(() =>
    ['--print-applicant', '--print-title'].map((name) =>
      document.documentElement.style.getPropertyValue(name).slice(1, -1),
    ),
  );
}

test.describe('an application of 512 kB', () => {
  const kinds = [
    ['words', 'lorem ipsum '],
    ['letters without a space', 'x'],
    ['lines of one letter', 'a\n'],
  ] as const;
  for (const [kind, piece] of kinds.slice(0, rounds(0, kinds.length)))
    test(`has its PDF copy: ${kind}`, async () => {
      const dataDir = mkdtempSync(path.join(tmpdir(), 'matricula-pdf-'));
      const [student] = await seedStudents({ dataDir }, 1, largestAnswers(piece));
      const server = await startTestServer({ dataDir, port: await freePort() });
      await expect.poll(() => askCopy(server.url, student), { timeout: 120_000 }).toBe('COMPLETED');
      await server.stop();
      rmSync(dataDir, { recursive: true });
    });
});

/** Answers to every question, with maximum texts. */
function largestAnswers(piece: string): Answers {
  const { answers } = fullestState(readForm());
  const questions = readForm().pages.flatMap((page) => Object.values(page.questions));
  const keys = questions
    .filter(({ key, widget }) => key in answers && ['text', 'textarea'].includes(widget))
    .map(({ key }) => key);
  const bytes = LARGEST_BYTES - JSON.stringify(answers).length;
  const each = piece.repeat(Math.floor(bytes / keys.length / (JSON.stringify(piece).length - 2)));
  return { ...answers, ...Object.fromEntries(keys.map((key) => [key, each])) };
}

async function askCopy(url: string, student: BenchStudent | undefined): Promise<string> {
  // A starting server may refuse it at first.
  const response = await fetch(`${url}/api/pdf`, { headers: headersOf(student) });
  const { status }: { status: string } = await response.json();
  return status;
}
