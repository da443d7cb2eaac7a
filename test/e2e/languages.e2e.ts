import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, type Locator, type Page } from '@playwright/test';
import type { FormDefinition, FormState } from '#form/definition/definition.ts';
import {
  formTexts,
  frameTexts,
  ownAccountTexts,
  pageTexts,
  reviewTexts,
  sectionTexts,
  submitTexts,
} from '#generated/texts.ts';
import { readCard, readForm, readPartner } from '#test/support/compiled-form.ts';
import { completeState, openQuestions } from '#test/support/complete-state.ts';
import { readCode, waitForMail } from '#test/support/mailbox.ts';
import type { Text } from '#texts/say.ts';
import { fillPage } from './fill-page.ts';
import { englishIn, expectNoEnglish, type Foreign, wordsIn } from './expect-no-english.ts';
import { fillCard, test } from './journey.ts';
import { textOfPdfCopy } from './stored.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

const { name, help_email, phone, toll_free_phone, address_line_1, address_line_2 } = readPartner('default');
/** Names and abbreviations that are not translated. */
const NAMES = [name, help_email, phone, toll_free_phone, address_line_1, address_line_2, 'Denver', 'English'];
const PROGRAMS = ['Chrome', 'Edge', 'Firefox', 'Safari', 'Linux', 'UTC'];
const RECEIPT = /(?:[0-9A-Z]{4}-){3}[0-9A-Z]{4}/g;

/** The words of the translation, of dates and of times. */
function spanishWords(): ReadonlySet<string> {
  const file = path.resolve(import.meta.dirname, '../../schemas/translations/es.json');
  const { texts }: { texts: Readonly<Record<string, Readonly<Record<string, { is: string | object }>>>> } =
    JSON.parse(readFileSync(file, 'utf8'));
  const entries = Object.values(texts).flatMap((each) => Object.values(each));
  const written = entries.flatMap(({ is }) => Object.values(typeof is === 'string' ? [is] : is));
  const months = Array.from({ length: 12 }, (_, month) =>
    new Date(2026, month).toLocaleString('es-US', { month: 'short' }),
  );
  return new Set([...written, ...months].flatMap(wordsIn));
}

test('a student who chooses Spanish gets it in another browser, too', async ({
  page,
  otherPage,
  student: { username, password, ...student },
  server: { mailDir },
}) => {
  await page.goto('/signup');
  await page.getByRole('banner').getByRole('button', { name: 'Español' }).tap();
  await fillCard(page, 'signup', { username, password }, 'default.es');
  await page.locator('#code').fill(await waitForMail(mailDir, username, readCode));
  await fillCard(page, 'login', { username, password }, 'default.es');
  await expect(page.getByRole('banner').getByRole('button', { name: 'English' })).toBeVisible();

  await otherPage.goto('/login');
  await expect(otherPage.locator('html')).toHaveAttribute('lang', 'en');
  await student.logIn(otherPage);
  await expect(otherPage.locator('html')).toHaveAttribute('lang', 'es');
});

test.describe('a student whose browser is in Spanish', () => {
  // Also for API requests of the journey, which may create the PDF copy.
  test.use({ locale: 'es-MX', extraHTTPHeaders: { 'accept-language': 'es-MX' } });
  test('signs up, fills in, corrects, reviews, submits and downloads the copy without a word of English', async ({
    page,
    student: { username, password },
    server: { mailDir },
  }) => {
    const form = readForm('default.es');
    const complete = completeState(form);
    const answers = Object.values(complete.answers).map(String);
    const data = [...NAMES, ...PROGRAMS, ...answers, username, username.split('@')[0]];
    const foreign: Foreign = {
      words: spanishWords(),
      data: data.flatMap((each = '') => (each.length > 1 ? [each] : [])),
    };
    const reading: Reading = { page, look: (where) => expectNoEnglish(page, where, foreign) };
    await readCards(reading);

    await fillCard(page, 'signup', { username: 'nobody', password: 'abc' }, 'default.es');
    await expect(page.getByRole('alert').first()).toBeVisible();
    await reading.look('a sign-up with mistakes');
    await fillCard(page, 'signup', { username, password }, 'default.es');
    await expect(page).toHaveURL('/confirm');
    await reading.look('the confirmation');
    const mail = await waitForMail(mailDir, username, ({ text }) => text);
    expect(englishIn(linesOf(mail), foreign), 'the mail with the code').toEqual([]);
    await page.locator('#code').fill(await waitForMail(mailDir, username, readCode));
    await expect(page).toHaveURL('/login');
    await reading.look('the confirmed account');
    await fillCard(page, 'login', { username, password }, 'default.es');
    await expect(page).not.toHaveURL('/login');

    await fillAndCorrect(reading, form, complete);
    await readDialogs(reading);
    await reviewAndSubmit(reading);
    const copy = (await textOfPdfCopy(page)).replaceAll(RECEIPT, ' ');
    expect(englishIn(linesOf(copy), foreign), 'the PDF copy').toEqual([]);
  });
});

/** A reader who checks every screen. */
type Reading = {
  readonly page: Page;
  readonly look: (where: string) => Promise<void>;
};

async function readCards({ page, look }: Reading): Promise<void> {
  for (const card of ['login', 'forgot', 'reset', 'confirm', 'signup']) {
    await page.goto(`/${card}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(readCard(card, 'default.es').title);
    await look(`the card ${card}`);
  }
}

/** Fills in all but one answer, submits, is taken to it, and answers it. */
async function fillAndCorrect(reading: Reading, form: FormDefinition, complete: FormState): Promise<void> {
  const { page, look } = reading;
  const [start, last] = [form.pages[0]?.id ?? '', form.pages.at(-1)?.id];
  const [skipped] = openQuestions(form, start, {});
  const wanted = completeState(form, new Date(), ({ key }) => key === skipped?.key);
  let given: FormState | undefined;
  for (const { id: pageId, title } of form.pages) {
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await look(`the empty page ${pageId}`);
    given = await fillPage(page, form, { pageId, wanted, ...(given && { given }) });
    await look(`the filled page ${pageId}`);
    await button(reading, pageId === last ? formTexts.submit : formTexts.save).tap();
  }
  await expect(page.getByRole('region', { name: translated(submitTexts.missing) })).toBeVisible();
  await look('what is missing');
  await page.locator('.next-bar').getByRole('button').tap();
  await expect(page).toHaveURL(new RegExp(`#${skipped?.key}$`));
  await look('the question that is missing');
  await page.getByRole('button', { name: translated(sectionTexts.showAll) }).tap();
  await expect(page.getByRole('dialog')).toBeVisible();
  await look('the sections');
  await page.keyboard.press('Escape');
  await fillPage(page, form, { pageId: start, wanted: complete, ...(given && { given }) });
}

/** Visits the dialogs of the footer, the account menu and the account. */
async function readDialogs(reading: Reading): Promise<void> {
  const { page, look } = reading;
  for (const dialog of [frameTexts.help, frameTexts.privacy]) {
    await button(reading, dialog).tap();
    await expect(page.getByRole('dialog')).toBeVisible();
    await look(dialog.text);
    await page.keyboard.press('Escape');
  }
  await page.getByRole('button', { name: translated(pageTexts.accountOf) }).tap();
  await look('the account menu');
  const title = translated(ownAccountTexts.title);
  await page.getByRole('link', { name: title }).tap();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await page
    .locator('main details')
    .evaluateAll((rows) => rows.forEach((row) => row.setAttribute('open', '')));
  await look('the account');
}

async function reviewAndSubmit(reading: Reading): Promise<void> {
  const { page, look } = reading;
  await page.goto('/review');
  await button(reading, formTexts.submit).waitFor();
  await look('the review');
  await button(reading, formTexts.submit).tap();
  await expect(page).toHaveURL('/completion');
  await look('the completion');
  await page.goto('/review');
  await page.getByRole('link', { name: translated(reviewTexts.next) }).waitFor();
  await look('what was submitted');
}

function button({ page }: Reading, text: Text): Locator {
  return page.getByRole('button', { name: translated(text), exact: true });
}

/** An engine text in Spanish. */
function translated({ text }: Text): string {
  const own = readPartner('default.es').texts?.[text];
  if (typeof own !== 'string') throw new Error(`"${text}" has several forms in Spanish.`);
  return own;
}

/** Lines of a text without addresses. */
function linesOf(text: string): readonly string[] {
  return text.replaceAll(/https?:\S+/g, ' ').split('\n');
}
