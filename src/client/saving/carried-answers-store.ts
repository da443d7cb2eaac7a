import type { Answers } from '#form/definition/definition.ts';
import { readAnswers } from '#client/api/read-answers.ts';
import { isRecord } from '#form/definition/is-record.ts';
import { tryStorage } from './quietly.ts';

/** Milliseconds for which answers wait for the log-in that they are meant for. */
export const CARRIED_FOR = 24 * 60 * 60 * 1000;

const NAME = 'matricula:answers';

/** Answers on their way to an account. */
type Carried = {
  readonly answers: Answers;
  /** Whose answers they are; without it they were typed by somebody not logged in. */
  readonly owner?: string;
  /** The address that a mail went to since; another tab may log in with it. */
  readonly awaits?: string;
};

/**
 * Keeps answers that have no account yet (docs/behavior.md 4.12).
 * The tab keeps them through reloads. What waits for a mail is kept by the browser too, because the mail may be
 * opened in another tab; it is given to nobody but the address that the mail went to.
 */
export type CarriedAnswersStore = {
  /** Keeps these in the tab, in place of others; without any answer nothing is kept. */
  readonly keep: (carried: Carried) => void;
  /** Has the browser keep what the tab holds, for this address alone. */
  readonly expectLogIn: (username: string) => void;
  /** Another tab has opened the form of this student: what waited for that log-in is there now, not here. */
  readonly forgetFor: (username: string) => void;
  /** What somebody may see: a student, or without a name a visitor. */
  readonly of: (username: string | undefined) => Carried | undefined;
  /** Leaves nothing behind, in this tab and in the browser. */
  readonly forget: () => void;
};

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** @param stores that of the tab and that of the browser; each may throw, as where cookies are blocked */
export function createCarriedAnswersStore(
  stores: { readonly tab: () => Store; readonly browser: () => Store },
  now: () => Date,
): CarriedAnswersStore {
  const tab = carriedSlotOf(stores.tab, now);
  const browser = carriedSlotOf(stores.browser, now);
  // What is too old goes with the next visit, no matter who comes.
  browser.read();
  return {
    keep: (carried) => (Object.keys(carried.answers).length > 0 ? tab.write(carried) : tab.clear()),
    expectLogIn: (username) => {
      const carried = tab.read();
      const owner = canonicalName(username);
      if (!carried || !isCarriedFor(carried, owner)) return;
      browser.write({ ...carried, owner });
      tab.write({ ...carried, awaits: owner });
    },
    forgetFor: (username) => {
      if (tab.read()?.awaits === canonicalName(username)) tab.clear();
    },
    of: (username) => {
      const name = username === undefined ? undefined : canonicalName(username);
      const own = tab.read();
      if (own && isCarriedFor(own, name)) return own;
      const kept = browser.read();
      return kept?.owner !== undefined && kept.owner === name ? kept : undefined;
    },
    forget: () => {
      tab.clear();
      browser.clear();
    },
  };
}

/** Those of a visitor are for anyone who goes on in the same tab. */
function isCarriedFor({ owner }: Carried, name: string | undefined): boolean {
  return owner === undefined || owner === name;
}

/** An address as the server knows it. */
function canonicalName(username: string): string {
  return username.trim().toLowerCase();
}

/** One place in a store of the browser. Where the browser refuses, nothing is kept. */
function carriedSlotOf(store: () => Store, now: () => Date) {
  const clear = (): void => tryStorage(() => store().removeItem(NAME));
  return {
    clear,
    write: (carried: Carried): void =>
      tryStorage(() =>
        store().setItem(NAME, JSON.stringify({ ...carried, until: now().getTime() + CARRIED_FOR })),
      ),
    read: (): Carried | undefined => {
      const found = tryStorage(() => readCarried(store().getItem(NAME), now()));
      if (!found) clear();
      return found;
    },
  };
}

function readCarried(text: string | null, now: Date): Carried | undefined {
  const value: unknown = JSON.parse(text ?? 'null');
  if (!isRecord(value) || typeof value['until'] !== 'number' || value['until'] <= now.getTime())
    return undefined;
  const answers = readAnswers(value['answers']);
  const { owner, awaits } = value;
  return {
    answers,
    ...(typeof owner === 'string' ? { owner } : {}),
    ...(typeof awaits === 'string' ? { awaits } : {}),
  };
}
