import { setTimeout as delay } from 'node:timers/promises';
import type { FormDefinition } from '#form/definition/definition.ts';
import { freeTextKey } from '#test/bench/free-text-key.ts';
import { samplePdf } from '#test/support/sample-files.ts';
import { type Checked, checkStudents } from './check-students.ts';
import type { Fault } from './faults.ts';
import { Ledger } from './ledger.ts';
import { Measures } from './measures.ts';
import type { Night, StruckFault } from './promises.ts';
import type { Stage } from './stage/stage.ts';
import { openBrowser } from './students/browser.ts';
import { madeApplications } from './students/made-applications.ts';
import { liveThroughNight, type Student } from './students/student.ts';

const APPLICATIONS = 6;
/** In which is seen whether saves go on. */
const AFTER_LAST_MS = 10_000;
/** Before the first fault. */
const TYPING = 50;
/** So long students wait at the end for what is not saved yet: longer than the page waits between two tries. */
const PATIENCE_MS = 45_000;
/** One of so many types until the night is over, presses Submit twice, wants a copy. */
const [WRITERS, HASTY, COPIES] = [3, 4, 5];

/** What is played, and by how many. */
export type Script = {
  readonly students: number;
  readonly seconds: number;
  /** Within which all students come. */
  readonly arrivalSeconds: number;
  readonly thinkMs: number;
  /** What breaks, each so many seconds after what broke before is over. */
  readonly faults: readonly (readonly [pause: number, fault: Fault])[];
};

export type Played = Script & {
  readonly stage: Stage;
  readonly form: FormDefinition;
  /** The key under which a question was typed. */
  readonly oldName: (key: string) => string;
  readonly print: (line: string) => void;
};

/** Plays a night, and looks at what is left of it. */
export async function playNight(played: Played): Promise<Night> {
  const { stage, oldName, print } = played;
  const measures = new Measures();
  const clock = { isNight: true, isPatient: true };
  const students = await createStudents(played, measures, clock);
  measures.enter('all is well');
  const living = students.map(async (student, index) => {
    await delay((index * played.arrivalSeconds * 1000) / students.length);
    await liveThroughNight(student);
  });
  await untilTyping(students, print);
  const began = measures.now();
  const struck = await strikeAll(played, measures);
  await delay(AFTER_LAST_MS);
  await delay(Math.max(0, began + played.seconds * 1000 - measures.now()));
  clock.isNight = false;
  setTimeout(() => (clock.isPatient = false), PATIENCE_MS).unref();
  print('The night is over; students wait for their last words to be saved.');
  await Promise.all(living);
  measures.enter('afterwards');
  const ended = measures.now();
  const checked: readonly Checked[] = students;
  const check = await checkStudents(checked, stage.mail, oldName);
  return {
    stage,
    measures,
    check,
    notReady: await notReady(stage),
    struck: struck.map((each, index) => ({ ...each, next: struck[index + 1]?.begun ?? ended })),
  };
}

/** Whether saves go on can be seen where there are some. */
async function untilTyping(students: readonly Student[], print: Played['print']): Promise<void> {
  const enough = Math.min(TYPING, students.length / 4);
  while (students.filter(({ ledger }) => ledger.acknowledged > 0).length < enough) await delay(100);
  print(`${Math.ceil(enough)} students type.`);
}

/** All is over: nobody has to do anything for a server to be ready again. */
async function notReady({ nodes }: Stage): Promise<readonly string[]> {
  const answers = nodes.map(async ({ server, port }) => {
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined);
    const said = (await answer?.text()) ?? 'nothing';
    return said.includes('"ok"') ? [] : [`${server.name}: ${said}`];
  });
  return (await Promise.all(answers)).flat();
}

async function strikeAll({ stage, faults, print }: Played, measures: Measures) {
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
  { stage, form, students, thinkMs, oldName }: Played,
  measures: Measures,
  clock: { readonly isNight: boolean; readonly isPatient: boolean },
): Promise<readonly Student[]> {
  const made = madeApplications(form, APPLICATIONS);
  const { buffer, name } = await samplePdf('card.pdf');
  const file = new File([Uint8Array.from(buffer)], name, { type: 'application/pdf' });
  return Array.from({ length: students }, (_, index) => {
    const application = made[index % made.length];
    if (application === undefined) throw new Error('No application was made.');
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
      isNight: () => clock.isNight,
      isPatient: () => clock.isPatient,
      isWriter: index % WRITERS === 0,
      isHasty: index % HASTY === 0,
      wantsCopy: index % COPIES === 0,
    };
  });
}

/** Of a network that is nobody's. */
function addressOf(index: number): string {
  return `198.18.${Math.floor(index / 250)}.${(index % 250) + 1}`;
}
