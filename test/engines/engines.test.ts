import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { freePort } from '../../scripts/dev/free-port.ts';
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
import { putEmptyDatabase } from '../server/empty-database.ts';
import { describeScreen } from '../support/describe-screen.ts';
import { describeWith } from '../support/services.ts';
import { startTestServer } from '../support/test-server.ts';
import { type Browser, expectText, use } from './browser.ts';
import { fillPage } from './fill-form.ts';

const OPEN = {
  firefox: async () => (await import('./firefox.ts')).openFirefox(),
  webkit: async () => (await import('./webkit.ts')).openWebkit(),
};
/** In milliseconds, for a journey that hangs. */
const HANG = 600_000;

describe.each(['firefox', 'webkit'] as const)('%s', (name) => {
  describeWith([name, 'volume'], 'from sign-up to print', () => {
    test('uses every widget, loses nothing in an outage', { timeout: HANG }, async () => {
      const browser = await OPEN[name]();
      const site = await openSite();
      try {
        expect(await takeJourney(browser, site)).toEqual([]);
      } catch (error) {
        const screen = await browser.run(describeScreen, undefined).catch(() => '');
        throw new Error(`${String(error)}${screen}`, { cause: error });
      } finally {
        await browser.close();
        await site.close();
      }
    });
  });
});

const root = path.resolve(import.meta.dirname, '../..');
/** A picture of less than a megabyte. */
const PICTURE = path.join(root, 'docs/images/studio-1280.png');
const form = readForm();
const now = new Date();

/** Signs up, fills in, looks up, attaches and submits; opens the link for staff. @returns words that print lacks */
async function takeJourney(browser: Browser, site: Site): Promise<readonly string[]> {
  const { wanted, essay } = chooseApplication();
  const username = `student-${Date.now()}@example.org`;
  await signUp(browser, site, username);
  let given: FormState = { answers: {}, tabs: {}, counts: {} };
  for (const page of form.pages) {
    await expectText(browser, 'h1', page.title);
    await lookUpSchool(browser, page);
    given = await fillPage(browser, form, page, { wanted: { ...wanted, tabs: {} }, given });
    if (essay.page === page.id) {
      await writeInOutage(browser, site, essay);
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
  await expectText(browser, '#main', receipt);
  await openPrint(browser, site, username);
  const printed = new Set(wordsOf(await browser.printedText()));
  const lines = summarize(form, wanted, now).map(
    ({ key, value }) => `${questionsOf(form).get(key)?.label} ${value}`,
  );
  return [username, receipt, ...lines].flatMap(wordsOf).filter((word) => !printed.has(word));
}

/** Chooses an application with documents, and the text for which one of them is attached instead. */
function chooseApplication(): { readonly wanted: FormState; readonly essay: Question } {
  const wanted = readApplications(form, now).find((state) => documentsOf(state).length > 1);
  const shown = wanted ? visibleQuestions(form, { ...wanted, tabs: {} }) : [];
  const essay = shown.find(({ widget }) => widget === 'textarea');
  if (!wanted || !essay) throw new Error('No sample application has a document in place of a text.');
  const answered = shown.filter(({ key }) => isAnswered(answerByKey(wanted.answers, key)));
  const widgets = [essay, ...documentsOf(wanted), ...answered].map(({ widget }) => widget);
  const all = [...questionsOf(form).values()].map(({ widget }) => widget);
  expect(new Set(widgets), 'widgets that are used').toEqual(new Set(all));
  return { wanted, essay };
}

async function signUp(browser: Browser, { url, dataDir }: Site, username: string): Promise<void> {
  const password = 'Correct-Horse-9-Battery';
  await browser.open(`${url}/signup`);
  await fillCard(browser, 'signup', { username, password });
  const code = await waitForMail(path.join(dataDir, 'mail'), username, readCode);
  // The card submits itself at the last digit.
  await use(browser, { css: '#code' }, (control) => control.type(code));
  await fillCard(browser, 'login', { username, password });
}

type Values = Readonly<Record<string, string>>;

async function fillCard(browser: Browser, name: string, values: Values): Promise<void> {
  const send = { css: 'button', text: readCard(name).submitLabel };
  // Cards have questions in common.
  await use(browser, send, () => Promise.resolve());
  for (const [key, value] of Object.entries(values))
    await use(browser, { css: `#${key}` }, (control) => control.type(value));
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

/** Writes while the server is away, and loads the page before it is back and after. */
async function writeInOutage(browser: Browser, site: Site, { key, page }: Question): Promise<void> {
  const url = `${site.url}${form.pages.find(({ id }) => id === page)?.path}`;
  const text = 'Written while the server was away.';
  await site.stop();
  await use(browser, { css: `#${key}` }, (control) => control.type(text));
  await browser.open(url);
  await site.start();
  await browser.open(url);
  await expect.poll(() => browser.run(valueOf, key)).toBe(text);
  await expect.poll(() => storedAnswers(browser)).toMatchObject({ [key]: text });
}

async function attach(browser: Browser, key: string): Promise<void> {
  const box = `[data-question="${key}"]`;
  await use(browser, { css: `${box} input[type="file"]` }, (control) => control.upload(PICTURE));
  await expectText(browser, `${box} [role="status"]`, 'Your file is attached.');
}

async function openPrint(browser: Browser, { url, dataDir }: Site, username: string): Promise<void> {
  const command = ['scripts/matricula.ts', 'service-link', '--user', username];
  const env = { ...process.env, OPERATOR: 'Grace Hopper', DATA_DIR: dataDir, PUBLIC_URL: url };
  await browser.open(execFileSync(process.execPath, command, { cwd: root, env, encoding: 'utf8' }).trim());
  await use(browser, { css: '[data-ready="true"]' }, () => Promise.resolve());
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

function valueOf(id: string): string | undefined {
  return document.querySelector<HTMLTextAreaElement>(`#${id}`)?.value;
}

type Site = Awaited<ReturnType<typeof openSite>>;

/** A server that stops and starts again. */
async function openSite() {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'matricula-engine-'));
  await putEmptyDatabase(dataDir);
  const port = await freePort();
  let server = await startTestServer({ dataDir, port });
  return {
    url: server.url,
    dataDir,
    stop: () => server.stop(),
    start: async () => void (server = await startTestServer({ dataDir, port })),
    close: async () => {
      await server.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
