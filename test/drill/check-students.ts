import { isAnswerValue } from '#form/definition/answer.ts';
import type { Answers } from '#form/definition/definition.ts';
import { isRecord } from '#form/definition/own-property.ts';
import type { Ledger } from './ledger.ts';
import { fileMails, type MailServer, type TakenMail } from './stage/mail-server.ts';
import type { Browser } from './students/browser.ts';

const AT_ONCE = 8;

/** What was found, each in words; nothing is what was promised. */
export type Check = Readonly<
  Record<
    'lost' | 'submittedTwice' | 'mailedTwice' | 'withoutBytes' | 'surprises' | 'unsaved',
    readonly string[]
  >
> & {
  /** How many mails were delivered again under their Message-ID, of which a mailbox shows nothing. */
  readonly deliveredAgain: number;
};

export type Checked = { readonly ledger: Ledger; readonly browser: Browser };

/**
 * Compares what every student was shown with what the servers have now.
 *
 * @param oldName the key under which a question was typed
 */
export async function checkStudents(
  students: readonly Checked[],
  { taken }: Pick<MailServer, 'taken'>,
  oldName: (key: string) => string,
): Promise<Check> {
  const [lost, withoutBytes, submittedTwice, unread]: string[][] = [[], [], [], []];
  const waiting = students.filter(({ ledger }) => ledger.acknowledged > 0);
  const turns = Array.from({ length: AT_ONCE }, async () => {
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const { ledger, browser } = next;
      const own = await ownData(browser);
      if (own === undefined) unread?.push(`${ledger.username}: cannot be read`);
      else {
        lost?.push(...ledger.lostIn(answersIn(own, oldName)));
        withoutBytes?.push(...lackingIn(own, ledger));
        submittedTwice?.push(...otherReceiptsIn(own, ledger));
      }
    }
  });
  await Promise.all(turns);
  const { shown, again } = fileMails(taken);
  const ledgers = students.map(({ ledger }) => ledger);
  return {
    lost: [...(lost ?? []), ...(unread ?? [])],
    submittedTwice: submittedTwice ?? [],
    withoutBytes: withoutBytes ?? [],
    mailedTwice: ledgers.flatMap((ledger) => tooManyMails(ledger, shown)),
    deliveredAgain: again,
    surprises: ledgers.flatMap(({ username, surprises }) => surprises.map((what) => `${username}: ${what}`)),
    unsaved: ledgers.filter(({ isSettled }) => isSettled === false).map(({ username }) => username),
  };
}

async function ownData({ fetch }: Browser): Promise<Readonly<Record<string, unknown>> | undefined> {
  for (let tries = 0; tries < 3; tries += 1) {
    const response = await fetch('/api/own-data').catch(() => undefined);
    const body: unknown = await response?.json().catch(() => undefined);
    if (response?.ok === true && isRecord(body)) return body;
  }
  return undefined;
}

/**
 * As they were typed: by key, under the name of then. Where an answer is under both names, that of then counts: newer servers
 * write both, and after a rollback older ones write theirs alone.
 */
function answersIn(own: Readonly<Record<string, unknown>>, oldName: (key: string) => string): Answers {
  const answers = recordAt(recordAt(own, 'submission') ?? recordAt(own, 'application'), 'answers') ?? {};
  const renamedFirst = Object.entries(answers).toSorted(
    ([one], [other]) => Number(oldName(one) === one) - Number(oldName(other) === other),
  );
  return Object.fromEntries(
    renamedFirst.flatMap(([key, answer]) => {
      const value = isRecord(answer) ? answer['value'] : undefined;
      return isAnswerValue(value) ? [[oldName(key), value] as const] : [];
    }),
  );
}

function lackingIn(
  own: Readonly<Record<string, unknown>>,
  { username, documents }: Ledger,
): readonly string[] {
  const stored = Array.isArray(own['documents']) ? own['documents'].filter(isRecord) : [];
  const whole = stored.filter(({ file }) => typeof file === 'string' && file !== '');
  const keys = new Set(whole.map((document) => document['answer_key']));
  return [...documents].filter((key) => !keys.has(key)).map((key) => `${username}: ${key}`);
}

function otherReceiptsIn(
  own: Readonly<Record<string, unknown>>,
  { username, receipts }: Ledger,
): readonly string[] {
  const stored = recordAt(own, 'submission')?.['receipt'];
  const others = [...receipts].filter((receipt) => receipt !== stored);
  return others.map((receipt) => `${username}: was given ${receipt}, and has ${String(stored)}`);
}

/** That it was received is said once; what a sign-up or another code brings, as often as one was asked for. */
function tooManyMails({ username, asked, receipts }: Ledger, shown: readonly TakenMail[]): readonly string[] {
  const mails = shown.filter(({ to }) => to === username);
  const isReceipt = ({ text }: TakenMail): boolean => [...receipts].some((receipt) => text.includes(receipt));
  const received = mails.filter(isReceipt).length;
  const others = mails.length - received;
  return [
    ...(received > 1 ? [`${username}: ${received} mails that it was received`] : []),
    ...(others > asked.code ? [`${username}: ${others} codes, and ${asked.code} were asked for`] : []),
  ];
}

function recordAt(value: unknown, key: string): Readonly<Record<string, unknown>> | undefined {
  const found = isRecord(value) ? value[key] : undefined;
  return isRecord(found) ? found : undefined;
}
