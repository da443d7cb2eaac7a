import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { expect } from 'vitest';
import { visibleQuestions } from '../../src/form/answers/visible-questions.ts';
import { withCompanions } from '../../src/form/answers/with-companions.ts';
import { answerByKey, isAnswered } from '../../src/form/definition/answer.ts';
import type { Answers, FormState, PageDefinition, Question } from '../../src/form/definition/definition.ts';
import { questionsOf } from '../../src/form/definition/form-part.ts';
import { isDocumentQuestion } from '../../src/form/documents/document-answers.ts';
import { summarize } from '../../src/form/summary/summary.ts';
import { readApplications } from '../applicants/applications.ts';
import { readCard, readForm } from '../support/compiled-form.ts';
import { readCode, waitForMail } from '../support/mailbox.ts';
import { controlsSelector } from '../support/question-controls.ts';
import { type Browser, expectText, use } from './browser.ts';
import { fillPage } from './fill-form.ts';

/** A server that the journey stops and starts again. */
export type Site = {
  readonly url: string;
  readonly dataDir: string;
  stop(): Promise<void>;
  start(): Promise<void>;
};

const SAVE_STATE = '[role="status"][aria-label="Save state"]';
const root = path.resolve(import.meta.dirname, '../..');
/** A picture of less than a megabyte. */
const PICTURE = path.join(root, 'docs/images/missing-390.png');
const form = readForm();
const now = new Date();

/** Goes from sign-up to print, with every widget of the form, a look-up, an outage and documents. */
export async function takeJourney(browser: Browser, site: Site): Promise<void> {
  const { wanted, essay } = chooseApplication();
  const username = `student-${Date.now()}@example.org`;
  await signUp(browser, site, username);
  let given: FormState = { answers: {}, tabs: {}, counts: {} };
  for (const page of form.pages) {
    await expectText(browser, 'h1', page.title);
    await lookUpSchool(browser, page);
    given = await fillPage(browser, form, page, { wanted: { ...wanted, tabs: {} }, given });
    if (essay.page === page.id) {
      await writeInOutage(browser, site, { key: essay.key, url: site.url + page.path });
      await fillPage(browser, form, page, { wanted, given });
    }
    for (const { key } of documentsOf(wanted).filter((each) => each.page === page.id))
      await attach(browser, key);
    if (page !== form.pages.at(-1)) await use(browser, { css: 'button', text: 'Save & Continue' });
  }
  await use(browser, { css: 'button', text: 'Submit' });
  await expectText(browser, 'h1', 'Your Application Is Submitted');
  const { answers } = wanted;
  expect(await storedAnswers(browser)).toEqual(withCompanions(form, answers, { answers, now }));
  const { receipt } = await browser.run(fetchJson<{ receipt: string }>, '/api/submission');
  await expectText(browser, '.submission-card', receipt);
  await expectPrint(browser, site, { username, submitted: wanted });
}

type Chosen = { readonly wanted: FormState; readonly essay: Question };

/** Chooses an application with documents, and the text for which one of them is attached instead. */
function chooseApplication(): Chosen {
  const wanted = readApplications(form, now).find((state) => documentsOf(state).length > 1);
  const shown = wanted ? visibleQuestions(form, { ...wanted, tabs: {} }) : [];
  const essay = shown.find(({ widget }) => widget === 'textarea');
  if (!wanted || !essay) throw new Error('No sample application has a document in place of a text.');
  const used = [
    essay,
    ...documentsOf(wanted),
    ...shown.filter(({ key }) => isAnswered(answerByKey(wanted.answers, key))),
  ];
  const widgets = [...questionsOf(form).values()].map(({ widget }) => widget);
  expect(new Set(used.map(({ widget }) => widget)), 'widgets of the application').toEqual(new Set(widgets));
  return { wanted, essay };
}

async function signUp(browser: Browser, { url, dataDir }: Site, username: string): Promise<void> {
  const password = 'Correct-Horse-9-Battery';
  await browser.open(`${url}/signup`);
  await fillCard(browser, 'signup', { username, password });
  const code = await waitForMail(path.join(dataDir, 'mail'), username, readCode);
  await fillCard(browser, 'confirm', { username, code });
  await fillCard(browser, 'login', { username, password });
}

async function fillCard(
  browser: Browser,
  name: string,
  values: Readonly<Record<string, string>>,
): Promise<void> {
  const send = { css: 'button', text: readCard(name).submitLabel };
  // Cards have questions in common.
  await use(browser, send, () => Promise.resolve());
  for (const [key, value] of Object.entries(values)) {
    await use(browser, { css: `#${key}` }, (control) => control.type(value));
  }
  await use(browser, send);
}

/** Finds a school in the directory, which fills in where it is. */
async function lookUpSchool(browser: Browser, { questions }: PageDefinition): Promise<void> {
  const school = Object.values(questions).find(({ widget }) => widget === 'school');
  if (!school) return;
  await use(browser, { css: controlsSelector(school.key) }, (control) => control.type('east high den'));
  await use(browser, { css: '[role="option"]', text: 'East High School Denver, CO' });
  await expect.poll(() => storedAnswers(browser)).toMatchObject({ [school.key]: 'East High School' });
  expect(Object.values(await storedAnswers(browser))).toEqual(expect.arrayContaining(['Denver', 'CO']));
}

/** Writes while the server is away; the text outlives that the page is loaded in vain, and is saved in the end. */
async function writeInOutage(
  browser: Browser,
  site: Site,
  { key, url }: { readonly key: string; readonly url: string },
): Promise<void> {
  const css = `#${key}`;
  const text = 'Written while the server was away.';
  await site.stop();
  await use(browser, { css }, (control) => control.type(text));
  await use(browser, { css }, (control) => control.press('Tab'));
  await expectText(browser, SAVE_STATE, 'Not saved – we will keep trying');
  await browser.open(url);
  await site.start();
  await browser.open(url);
  await expect.poll(() => browser.run(valueOf, css)).toBe(text);
  await expect.poll(() => storedAnswers(browser)).toMatchObject({ [key]: text });
}

async function attach(browser: Browser, key: string): Promise<void> {
  const box = `[data-question="${key}"]`;
  await use(browser, { css: `${box} input[type="file"]` }, (control) => control.upload(PICTURE));
  await expectText(browser, `${box} [role="status"]`, 'Your file is attached.');
}

type Printed = { readonly username: string; readonly submitted: FormState };

/** Opens the link for staff, which has all questions with their answers in print. */
async function expectPrint(browser: Browser, site: Site, { username, submitted }: Printed): Promise<void> {
  const command = ['scripts/matricula.ts', 'service-link', '--user', username];
  const env = { ...process.env, OPERATOR: 'Grace Hopper', DATA_DIR: site.dataDir, PUBLIC_URL: site.url };
  await browser.open(execFileSync(process.execPath, command, { cwd: root, env, encoding: 'utf8' }).trim());
  await use(browser, { css: '[data-ready="true"]' }, () => Promise.resolve());
  const printed = new Set(wordsOf(await browser.printedText()));
  const lines = summarize(form, submitted, now).map(
    ({ key, value }) => `${questionsOf(form).get(key)?.label} ${value}`,
  );
  expect([username, ...lines].flatMap(wordsOf).filter((word) => !printed.has(word))).toEqual([]);
}

function wordsOf(text: string): readonly string[] {
  return text.normalize('NFKC').split(/[\s,]+/);
}

function documentsOf(state: FormState): readonly Question[] {
  return visibleQuestions(form, state).filter(isDocumentQuestion);
}

async function storedAnswers(browser: Browser): Promise<Answers> {
  const { answer } = await browser.run(fetchJson<{ answer: Answers }>, '/api/profile');
  return Object.fromEntries(Object.entries(answer).filter(([, value]) => isAnswered(value)));
}

async function fetchJson<Body>(address: string): Promise<Body> {
  return (await fetch(address)).json();
}

function valueOf(css: string): string | undefined {
  return document.querySelector<HTMLTextAreaElement>(css)?.value;
}
