import { expect, type Page } from '@playwright/test';
import { optionsOf } from '#form/answers/option-lists.ts';
import { visibleQuestions } from '#form/answers/visible-questions.ts';
import type { Answers, Question } from '#form/definition/definition.ts';
import { readApplications } from '#test/applicants/applications.ts';
import { startOf } from '#test/support/application-steps.ts';
import { readCard, readForm } from '#test/support/compiled-form.ts';
import { readCode, waitForMail } from '#test/support/mailbox.ts';
import { fillPage } from './fill-page.ts';
import { test } from './journey.ts';
import { keyStep, press, tabTo, typeInto } from './keys.ts';
import { controlsOf, questionBox, wordedAnswers } from './question-box.ts';
import { asStored, storedApplication } from './stored.ts';

const form = readForm();
/** The one that chooses a tab and adds instances. */
const applications = readApplications(form, new Date());
const wanted = applications.find(({ tabs, counts }) =>
  [tabs, counts].every((each) => Object.keys(each).length > 0),
);

test('a whole application needs no mouse, from the first page to the completion page', async ({
  page,
  student,
  server,
}) => {
  test.slow();
  if (!wanted) throw new Error('None of the invented applications chooses a tab and adds instances.');
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await activate(page, /^Account/);
  await activate(page, 'Create Account');
  const { username, password } = student;
  await sendCard(page, 'signup', { username, password });
  await expect(page).toHaveURL('/confirm');
  await sendCard(page, 'confirm', { code: await waitForMail(server.mailDir, username, readCode) });
  await expect(page).toHaveURL('/login');
  await sendCard(page, 'login', { username, password });

  const { tabs, counts, answers } = wanted;
  let { given } = startOf(wanted);
  for (const { id, title } of form.pages) {
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    given = await fillPage(page, form, { pageId: id, wanted, given, takeStep: keyStep });
    await activate(page, id === form.pages.at(-1)?.id ? 'Submit' : 'Save & Continue');
  }
  await expect(page).toHaveURL('/completion');
  expect(await storedApplication(page)).toMatchObject(asStored(form, { answers, tabs, counts }));
});

async function activate(page: Page, name: string | RegExp): Promise<void> {
  await tabTo(page, page.getByRole('button', { name, exact: true }));
  await press(page, 'Enter');
}

/** Fills a card and sends it with Enter in its last field. */
async function sendCard(page: Page, name: string, values: Readonly<Record<string, string>>): Promise<void> {
  const card = readCard(name);
  // The address changes before the card does, and a Tab in between would leave the page.
  await expect(page.getByRole('button', { name: card.submitLabel, exact: true })).toBeVisible();
  for (const [key, value] of Object.entries(values)) {
    const label = card.questions[key]?.label ?? key;
    await typeInto(page, page.getByRole('main').getByLabel(label, { exact: true }), value);
  }
  // The screen that follows begins at its top, as one that was loaded.
  await page.keyboard.press('Enter');
}

test('the key after a choice leads to what the choice reveals, even before that is painted', async ({
  startedPage: page,
}) => {
  const { question, answers, revealed } = revealingChoice();
  // A page that is so slow that it is never painted again.
  await page.evaluate(() => {
    window.requestAnimationFrame = () => 0;
  });
  for (const { key, worded } of wordedAnswers({ form, question, answers, now: new Date() })) {
    const option = controlsOf(page, key).and(page.getByRole('radio', { name: worded.label, exact: true }));
    await option.focus();
    await page.keyboard.press('Space');
  }
  const box = questionBox(page, { key: revealed });
  await expect(box).toHaveCount(0);
  // Past the button that takes the choice back.
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(box.locator(':focus')).toHaveCount(1);
});

/** A choice that brings up the question right below it. */
function revealingChoice(): {
  readonly question: Question;
  readonly answers: Answers;
  readonly revealed: string;
} {
  const now = new Date();
  const asked = askedAfter({});
  const before = asked.map(({ key }) => key);
  for (const question of asked) {
    if (question.widget !== 'radio') continue;
    for (const { value } of optionsOf(form, question, { answers: {}, now })) {
      const answers = { [question.key]: value };
      const after = askedAfter(answers).map(({ key }) => key);
      const revealed = after[after.indexOf(question.key) + 1];
      if (revealed !== undefined && !before.includes(revealed)) return { question, answers, revealed };
    }
  }
  throw new Error('No choice brings up the question below it.');
}

function askedAfter(answers: Answers): readonly Question[] {
  return visibleQuestions(form, { answers, tabs: {}, counts: {} });
}
