import { setTimeout as delay } from 'node:timers/promises';
import type { FormDefinition } from '#form/definition/definition.ts';
import { freeTextKey } from '#test/bench/free-text-key.ts';
import { samplePdf } from '#test/support/sample-files.ts';
import type { Counts, Evidence, StudentRows } from './check-students.ts';
import type { Fault } from './faults.ts';
import { Ledger } from './ledger.ts';
import { Measures } from './measures.ts';
import type { DrillResult, StruckFault } from './promises.ts';
import { deduplicateMails } from './stage/mail-server.ts';
import { until } from './stage/program.ts';
import type { Stage } from './stage/stage.ts';
import { openBrowser } from './students/browser.ts';
import { generateApplications } from './students/generate-applications.ts';
import { type OwnData, readOwnData } from './students/own-data.ts';
import { playStudent, type Student } from './students/student.ts';

const APPLICATIONS = 6;
/** Observation time after the last fault, in milliseconds. */
const OBSERVATION_MS = 10_000;
/** Students typing before the first fault. */
const TYPING = 50;
/** Maximum wait for unsaved answers at the end; longer than the page's retry interval. */
const PATIENCE_MS = 45_000;
/** Maximum wait for emails: those of a killed server are resent by another one after a minute. */
const MAIL_TIMEOUT_MS = 90_000;
/** Concurrency and attempts for reading the students' data. */
const [AT_ONCE, TRIES] = [8, 3];
/** One student in this many types until the end, presses Submit twice, or wants a copy. */
const [WRITERS, HASTY, COPIES] = [3, 4, 5];

/** Faults and number of students of a drill. */
export type Script = {
  readonly students: number;
  readonly seconds: number;
  /** Period in which all students arrive. */
  readonly arrivalSeconds: number;
  readonly thinkMs: number;
  readonly least: Counts;
  /** Faults, each with seconds since the end of the previous one. */
  readonly faults: readonly (readonly [pause: number, fault: Fault])[];
};

export type DrillOptions = Script & {
  readonly stage: Stage;
  readonly form: FormDefinition;
  /** Returns the key under which a question was typed. */
  readonly oldName: (key: string) => string;
  readonly print: (line: string) => void;
};

/** Runs a drill and collects its evidence. */
export async function playScript(played: DrillOptions): Promise<DrillResult> {
  const { stage, print, least } = played;
  const measures = new Measures();
  const clock = { isRunning: true, isPatient: true };
  const students = await createStudents(played, measures, clock);
  measures.enter('all is well');
  const playing = students.map(async (student, index) => {
    await delay((index * played.arrivalSeconds * 1000) / students.length);
    await playStudent(student);
  });
  await waitForTyping(students, played);
  const began = measures.now();
  const struck = await strikeFaults(played, measures);
  await delay(OBSERVATION_MS);
  await delay(Math.max(0, began + played.seconds * 1000 - measures.now()));
  clock.isRunning = false;
  setTimeout(() => (clock.isPatient = false), PATIENCE_MS).unref();
  print('The faults are over; waiting for unsaved answers.');
  await Promise.all(playing);
  measures.enter('afterwards');
  const ended = measures.now();
  await waitForMails(stage);
  print(
    `${deduplicateMails(stage.mail.received).duplicates} emails were delivered again under their Message-ID.`,
  );
  return {
    stage,
    measures,
    least,
    evidence: await collectEvidence(students, stage),
    notReady: await notReady(stage),
    struck: struck.map((each, index) => ({ ...each, next: struck[index + 1]?.begun ?? ended })),
  };
}

/** Waits until enough students type for interruptions to be noticed. */
async function waitForTyping(
  students: readonly Student[],
  { print, arrivalSeconds }: DrillOptions,
): Promise<void> {
  const enough = Math.min(TYPING, students.length / 4);
  const areTyping = async () => students.filter(({ ledger }) => ledger.acknowledged > 0).length >= enough;
  await until('A quarter of the students are typing', areTyping, [], (2 * arrivalSeconds + 60) * 1000);
  print(`${Math.ceil(enough)} students are typing.`);
}

/** Emails not sent by then count as missing. */
async function waitForMails({ query }: Stage): Promise<void> {
  const unsent = `select from pgboss.job where name = 'mail' and state in ('created', 'retry', 'active')`;
  const areGone = async (): Promise<boolean> => (await query(unsent)).length === 0;
  await until('All emails were sent', areGone, [], MAIL_TIMEOUT_MS).catch(({ message }) =>
    console.log(message),
  );
}

const ROWS = `select username, confirmed_at is not null as "isConfirmed",
  array(select receipt from submission where student_id = id) as receipts,
  array(select answer_key from document where student_id = id and pdf_key is not null) as documents from student`;
const NO_ROWS: StudentRows = { isConfirmed: false, receipts: [], documents: [] };

async function collectEvidence(students: readonly Student[], { mail, query }: Stage) {
  const rows = await query<StudentRows & { readonly username: string }>(ROWS);
  const rowsOf = new Map(rows.map((each) => [each.username, each]));
  const mailsTo = Map.groupBy(mail.received, ({ to }) => to);
  const waiting = students.values();
  const evidence: Evidence[] = [];
  const turns = Array.from({ length: AT_ONCE }, async () => {
    for (const student of waiting) {
      const { ledger } = student;
      const { username } = ledger;
      evidence.push({
        ledger,
        own: ledger.acknowledged > 0 ? await readWithRetry(student) : undefined,
        rows: rowsOf.get(username) ?? NO_ROWS,
        mails: mailsTo.get(username) ?? [],
      });
    }
  });
  await Promise.all(turns);
  return evidence;
}

async function readWithRetry(student: Student): Promise<OwnData | undefined> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const own = await readOwnData(student);
    if (own !== undefined) return own;
  }
  return undefined;
}

/** Returns the servers that have not become ready again without intervention. */
async function notReady({ nodes }: Stage): Promise<readonly string[]> {
  const answers = nodes.map(async ({ server, port }) => {
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined);
    const text = (await answer?.text()) ?? 'nothing';
    return text.includes('"ok"') ? [] : [`${server.name}: ${text}`];
  });
  return (await Promise.all(answers)).flat();
}

async function strikeFaults({ stage, faults, print }: DrillOptions, measures: Measures) {
  const struck: Omit<StruckFault, 'next'>[] = [];
  for (const [pause, fault] of faults) {
    await delay(pause * 1000);
    const begun = measures.now();
    print(`${(begun / 1000).toFixed(0).padStart(4)} s  ${fault.name}`);
    measures.enter(fault.name);
    await fault.strike(stage);
    struck.push({ fault, begun, ended: measures.now() });
  }
  return struck;
}

async function createStudents(
  { stage, form, students, thinkMs, oldName }: DrillOptions,
  measures: Measures,
  clock: { readonly isRunning: boolean; readonly isPatient: boolean },
): Promise<readonly Student[]> {
  const applications = generateApplications(form, APPLICATIONS);
  const { buffer, name } = await samplePdf('card.pdf');
  const file = new File([Uint8Array.from(buffer)], name, { type: 'application/pdf' });
  return Array.from({ length: students }, (_, index) => {
    const application = applications[index % applications.length];
    if (application === undefined) throw new Error('No application was generated.');
    return {
      form,
      made: application,
      file,
      thinkMs,
      oldName,
      mail: stage.mail,
      textKey: freeTextKey(),
      ledger: new Ledger(`drill-${index}@example.org`),
      browser: openBrowser(stage.url, addressOf(index), measures),
      isRunning: () => clock.isRunning,
      isPatient: () => clock.isPatient,
      isWriter: index % WRITERS === 0,
      submitsTwice: index % HASTY === 0,
      wantsCopy: index % COPIES === 0,
    };
  });
}

function addressOf(index: number): string {
  return `127.18.${Math.floor(index / 250)}.${(index % 250) + 1}`;
}
