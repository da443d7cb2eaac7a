import { setTimeout as delay } from 'node:timers/promises';
import { postWebStatus } from '#client/api/retry.ts';
import { RequestError } from '#client/api/call.ts';
import type { FormDefinition } from '#form/definition/definition.ts';
import { codeIn, type MailServer } from '../stage/mail-server.ts';
import { attachDocument } from './attach.ts';
import type { Browser } from './browser.ts';
import type { GeneratedApplication } from './generate-applications.ts';
import { DrillIsOver, type Pace, press, think } from './pace.ts';
import { openWriting, type Writing } from './writing.ts';
import { readOwnData } from './own-data.ts';
import { hashOf } from '../check-students.ts';

const PASSWORD = 'Correct-Horse-7';
const MAIL_POLL_MS = 250;
/** Wait before requesting another code, in milliseconds. */
const CODE_RETRY_MS = 30_000;
const PDF_POLL_MS = 2000;
const MAX_FAILURES = 2;
/** Sample search texts for schools. */
const TYPED = ['den', 'north', 'saint', 'lincoln', 'wash', 'east'];

/** One student, from the first page to the copy of the submitted application. */
export type Student = Pace & {
  readonly browser: Browser;
  readonly form: FormDefinition;
  /** Returns a question's key in a page opened before a deploy. */
  readonly oldName: (key: string) => string;
  readonly made: GeneratedApplication;
  readonly mail: Pick<MailServer, 'received'>;
  /** Document attached to each file question. */
  readonly file: File;
  /** Types one text repeatedly until the end, and never submits. */
  readonly isWriter: boolean;
  /** Question for that text. */
  readonly textKey: string;
  readonly submitsTwice: boolean;
  /** False once students no longer wait for unsaved answers. */
  readonly isPatient: () => boolean;
  readonly wantsCopy: boolean;
};

/** Plays one student. The ledger records unexpected problems and whether all was saved. */
export async function playStudent(student: Student): Promise<void> {
  const { ledger } = student;
  let writing: Writing | undefined;
  ledger.recordProgress();
  try {
    await openAccount(student);
    writing = await press(student, () => openWriting(student));
    await press(student, () => postWebStatus(student.browser.application, 'started'));
    await (student.isWriter ? writeOn(student, writing) : fillIn(student, writing));
  } catch (error) {
    if (!(error instanceof DrillIsOver)) ledger.recordProblem(sentenceOf(error));
  }
  if (writing) {
    ledger.isSaved = ledger.receipts.size > 0 || (await writing.settle(student.isPatient));
    writing.stop();
  }
  ledger.recordProgress();
}

async function openAccount(student: Student): Promise<void> {
  const { browser, ledger } = student;
  const { username } = ledger;
  await press(student, () => openPage(browser));
  ledger.recordProgress();
  await think(student);
  const account = { username, password: PASSWORD };
  await requestCode(student, () => browser.accounts.signUp(account));
  ledger.recordProgress();
  await confirm(student);
  ledger.isConfirmed = true;
  ledger.recordProgress();
  await think(student);
  await press(student, () => browser.accounts.logIn(account));
  ledger.recordProgress();
}

/** A call without a response may also send a code. */
async function requestCode(student: Student, call: () => Promise<unknown>): Promise<void> {
  const { codes } = student.ledger;
  await press(student, () => {
    codes.asked += 1;
    return call();
  });
  codes.granted += 1;
}

async function openPage({ fetch }: Browser): Promise<void> {
  const page = await fetch('/log-in', { headers: { accept: 'text/html' } }).catch(() => undefined);
  await page?.arrayBuffer();
  if (page?.ok !== true) throw new RequestError('unreachable', 'The page did not open.');
}

/** Confirms with the newest code; requests another if none arrives. */
async function confirm(student: Student): Promise<void> {
  const { browser, ledger, mail, isRunning } = student;
  const { username } = ledger;
  for (let tries = 0; ; tries += 1) {
    let waited = 0;
    while (codesFor(mail, username).length <= Math.min(tries, ledger.codes.asked - 1)) {
      if (!isRunning()) throw new DrillIsOver();
      await delay(MAIL_POLL_MS);
      waited += MAIL_POLL_MS;
      if (waited % CODE_RETRY_MS !== 0) continue;
      await requestCode(student, () => browser.accounts.resendCode({ username }));
    }
    const code = codesFor(mail, username).at(-1) ?? '';
    try {
      await press(student, () => browser.accounts.confirm({ username, code }));
      return;
    } catch (error) {
      // The response was lost, or the code is from an earlier sign-up.
      if (!(error instanceof RequestError) || tries > 1) throw error;
      const isIn = await browser.accounts.logIn({ username, password: PASSWORD }).catch(() => undefined);
      if (isIn) return;
    }
  }
}

function codesFor({ received }: Pick<MailServer, 'received'>, username: string): readonly string[] {
  return received.flatMap((mail) => (mail.to === username ? (codeIn(mail) ?? []) : []));
}

async function writeOn(student: Student, writing: Writing): Promise<void> {
  const { ledger, textKey } = student;
  for (let revision = 1; student.isRunning(); revision += 1) {
    writing.change({ answers: { [textKey]: `Revision ${revision} of ${ledger.username.split('@')[0]}` } });
    await think(student);
  }
}

async function fillIn(student: Student, writing: Writing): Promise<void> {
  const { browser, made } = student;
  writing.change(made.choices);
  for (const [step, answers] of made.steps.entries()) {
    if (!student.isRunning()) throw new DrillIsOver();
    writing.change({ answers });
    await think(student);
    if (step % 4 === 0) await lookUp(student, TYPED[step % TYPED.length] ?? '');
  }
  if (!(await writing.settle(student.isRunning))) throw new DrillIsOver();
  for (const key of made.documents) await attachDocument(student, key);
  await downloadDocuments(student);
  await submit(student, writing);
  if (student.wantsCopy) await fetchCopy(student, browser);
}

/** A failed lookup shows nothing; the student continues typing. */
async function lookUp({ browser }: Student, query: string): Promise<void> {
  const signal = AbortSignal.timeout(10_000);
  await browser.lookups.search({ category: 'hs_ceeb', query }, signal).catch(() => undefined);
}

/** Once, since students can download their data a few times an hour only. */
async function downloadDocuments(student: Student): Promise<void> {
  const { ledger } = student;
  for (const [key, bytes] of (await readOwnData(student))?.documents ?? [])
    if (ledger.documents.has(key)) ledger.documents.set(key, hashOf(bytes));
}

/** As on the page: saves and reads before submitting. */
async function submit(student: Student, writing: Writing): Promise<void> {
  const { browser, ledger } = student;
  await press(student, writing.refresh);
  await press(student, () => postWebStatus(browser.application, 'validating'));
  await press(student, () => browser.application.reportErrors({}));
  const once = () => press(student, () => browser.application.submit());
  const answers = await Promise.all(student.submitsTwice ? [once(), once()] : [once()]);
  for (const { receipt } of answers) ledger.receipts.add(receipt);
  ledger.recordProgress();
}

async function fetchCopy(student: Student, { application, fetch }: Browser): Promise<void> {
  const { ledger, isRunning } = student;
  let failures = 0;
  for (;;) {
    const { status, message } = await press(student, application.pdf);
    if (status === 'COMPLETED') break;
    // If its browser and server died, the page asks the student to retry.
    if (status === 'FAILED') failures += 1;
    if (failures > MAX_FAILURES) return ledger.recordProblem(`the PDF copy: ${message}`);
    if (!isRunning()) return;
    await delay(PDF_POLL_MS);
  }
  const file = await press(student, () => readFile(fetch));
  if (!file.startsWith('%PDF')) ledger.recordProblem('the PDF copy is no PDF');
  ledger.recordProgress();
}

async function readFile(fetchAs: typeof fetch): Promise<string> {
  const response = await fetchAs('/api/pdf/copy').catch(() => undefined);
  if (response?.ok !== true) throw new RequestError('unreachable', 'The copy did not come.');
  return Buffer.from(await response.arrayBuffer()).toString('latin1');
}

function sentenceOf(error: unknown): string {
  if (!(error instanceof RequestError)) return String(error);
  return `${error.code} ${error.status}: ${error.message} ${JSON.stringify(error.body)}`;
}
