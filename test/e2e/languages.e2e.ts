import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, type Locator, type Page } from '@playwright/test';
import type { CardDefinition, FormDefinition, FormState } from '#form/definition/definition.ts';
import {
  formTexts,
  frameTexts,
  ownAccountTexts,
  pageTexts,
  reviewTexts,
  sectionTexts,
  submitTexts,
} from '#generated/texts.ts';
import { readForm, readPartner } from '#test/support/compiled-form.ts';
import { completeState, openQuestions } from '#test/support/complete-state.ts';
import { readCode, waitForMail } from '#test/support/mailbox.ts';
import type { OwnTexts } from '#texts/language.ts';
import type { Text } from '#texts/say.ts';
import { fillPage } from './fill-page.ts';
import { englishIn, expectNoEnglish } from './expect-no-english.ts';
import { test as journey } from './journey.ts';
import { buildPseudoProject, PSEUDO_LANGUAGES, PSEUDO_PROJECT } from './pseudo-project.ts';
import { textOfPdfCopy } from './stored.ts';

const test = journey.extend<object, { readonly project: string }>({
  // The server starts with built files.
  project: [
    async ({ partner }, use) => {
      buildPseudoProject(partner);
      await use(PSEUDO_PROJECT);
    },
    { scope: 'worker' },
  ],
});

// Sequential on one server: the build takes longer than both.
test.describe.configure({ mode: 'default' });
test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

const { name, help_email, phone, toll_free_phone, address_line_1, address_line_2 } = readPartner('default');
/** Names and abbreviations that are not translated. */
const NAMES = [name, help_email, phone, toll_free_phone, address_line_1, address_line_2, 'Denver', 'English'];
const PROGRAMS = ['Chrome', 'Edge', 'Firefox', 'Safari', 'Linux', 'PDF', 'UTC'];
const RECEIPT = /(?:[0-9A-Z]{4}-){3}[0-9A-Z]{4}/g;

for (const { language, direction } of PSEUDO_LANGUAGES) {
  test.describe(`a student who reads ${language}`, () => {
    const locale = language.slice(0, 2);
    // Also for API requests of the journey, which may create the PDF copy.
    test.use({ locale, extraHTTPHeaders: { 'accept-language': locale } });
    test('signs up, fills in, corrects, reviews, submits and downloads the copy without a word of English', async ({
      page,
      student: { username, password },
      server: { mailDir },
    }) => {
      const form = readForm(`default.${language}`, PSEUDO_PROJECT);
      const complete = completeState(form);
      const data = [
        ...NAMES,
        ...PROGRAMS,
        username,
        username.split('@')[0],
        ...Object.values(complete.answers),
      ]
        .map(String)
        .filter((each) => each.length > 1);
      const reading: Reading = {
        page,
        language,
        look: (where) => expectNoEnglish(page, `${where} in ${language}`, data),
      };
      await readCards(reading);
      await expect(page.locator('html')).toHaveAttribute('dir', direction);

      await sendCard(reading, 'signup', { username: 'nobody', password: 'abc' });
      await expect(page.getByRole('alert').first()).toBeVisible();
      await reading.look('a sign-up with mistakes');
      await sendCard(reading, 'signup', { username, password });
      await expect(page).toHaveURL('/confirm');
      await reading.look('the confirmation');
      const mail = await waitForMail(mailDir, username, ({ text }) => text);
      expect(englishIn(linesOf(mail), data), 'the mail with the code').toEqual([]);
      await page.locator('#code').fill(await waitForMail(mailDir, username, readCode));
      await expect(page).toHaveURL('/login');
      await reading.look('the confirmed account');
      await sendCard(reading, 'login', { username, password });
      await expect(page).not.toHaveURL('/login');

      await fillAndCorrect(reading, form, complete);
      await readDialogs(reading);
      await reviewAndSubmit(reading);
      const copy = (await textOfPdfCopy(page)).replaceAll(RECEIPT, ' ');
      expect(englishIn(linesOf(copy), data), 'the PDF copy').toEqual([]);
    });
  });
}

/** A reader of a language who checks every screen. */
type Reading = {
  readonly page: Page;
  readonly language: string;
  readonly look: (where: string) => Promise<void>;
};

async function readCards({ page, language, look }: Reading): Promise<void> {
  for (const card of ['login', 'forgot', 'reset', 'confirm', 'signup']) {
    await page.goto(`/${card}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(cardOf(language, card).title);
    await look(`the card ${card}`);
  }
}

/** Fills in all but one answer, submits, is taken to it, and answers it. */
async function fillAndCorrect(reading: Reading, form: FormDefinition, complete: FormState): Promise<void> {
  const { page, language, look } = reading;
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
  await expect(page.getByRole('region', { name: translated(language, submitTexts.missing) })).toBeVisible();
  await look('what is missing');
  await page.locator('.next-bar').getByRole('button').tap();
  await expect(page).toHaveURL(new RegExp(`#${skipped?.key}$`));
  await look('the question that is missing');
  await page.getByRole('button', { name: translated(language, sectionTexts.showAll) }).tap();
  await expect(page.getByRole('dialog')).toBeVisible();
  await look('the sections');
  await page.keyboard.press('Escape');
  await fillPage(page, form, { pageId: start, wanted: complete, ...(given && { given }) });
}

/** Visits the dialogs of the footer, the account menu and the account. */
async function readDialogs(reading: Reading): Promise<void> {
  const { page, language, look } = reading;
  for (const dialog of [frameTexts.help, frameTexts.privacy]) {
    await button(reading, dialog).tap();
    await expect(page.getByRole('dialog')).toBeVisible();
    await look(dialog.text);
    await page.keyboard.press('Escape');
  }
  await page.getByRole('button', { name: translated(language, pageTexts.accountOf) }).tap();
  await look('the account menu');
  const title = translated(language, ownAccountTexts.title);
  await page.getByRole('link', { name: title }).tap();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await page
    .locator('main details')
    .evaluateAll((rows) => rows.forEach((row) => row.setAttribute('open', '')));
  await look('the account');
}

async function reviewAndSubmit(reading: Reading): Promise<void> {
  const { page, language, look } = reading;
  await page.goto('/review');
  await button(reading, formTexts.submit).waitFor();
  await look('the review');
  await button(reading, formTexts.submit).tap();
  await expect(page).toHaveURL('/completion');
  await look('the completion');
  await page.goto('/review');
  await page.getByRole('link', { name: translated(language, reviewTexts.next) }).waitFor();
  await look('what was submitted');
}

function button({ page, language }: Reading, text: Text): Locator {
  return page.getByRole('button', { name: translated(language, text), exact: true });
}

/** A file compiled for a language. */
function compiled(language: string, file: string): string {
  const folder = path.join(PSEUDO_PROJECT, 'src/generated/partners', `default.${language}`);
  return readFileSync(path.join(folder, file), 'utf8');
}

function cardOf(language: string, card: string): CardDefinition {
  const cards: Readonly<Record<string, CardDefinition>> = JSON.parse(compiled(language, 'cards.json'));
  const found = cards[card];
  if (!found) throw new Error(`There is no card "${card}".`);
  return found;
}

/** An engine text in the language. */
function translated(language: string, { text }: Text): string {
  const { texts }: { texts: OwnTexts } = JSON.parse(compiled(language, 'partner.json'));
  const own = texts[text];
  if (typeof own !== 'string') throw new Error(`"${text}" has several forms in ${language}.`);
  return own;
}

async function sendCard(
  { page, language }: Reading,
  card: string,
  values: Readonly<Record<string, string>>,
): Promise<void> {
  const { questions, submitLabel } = cardOf(language, card);
  const send = page.getByRole('button', { name: submitLabel, exact: true });
  await expect(send).toBeVisible();
  for (const [key, value] of Object.entries(values)) {
    await page
      .getByRole('main')
      .getByLabel(questions[key]?.label ?? key, { exact: true })
      .fill(value);
  }
  await send.tap();
}

/** Lines of a text without addresses. */
function linesOf(text: string): readonly string[] {
  return text.replaceAll(/https?:\S+/g, ' ').split('\n');
}
