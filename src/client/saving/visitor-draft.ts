import { isAnswered } from '#form/definition/answer.ts';
import { isRecord } from '#form/definition/own-property.ts';
import type { Answers } from '#form/definition/definition.ts';
import { readAnswers } from '#form/answers/read-answers.ts';
import type { DraftCipher } from './draft-cipher.ts';
import { createVisitorSlot, type DraftStore, VISITOR_DRAFT_LIFE, type VisitorSlot } from './draft-storage.ts';

/** A visitor's answers, which have no account yet. */
type Draft = {
  readonly answers: Answers;
  /** The only address that gets the answers; without it they are for the tab's visitor. */
  readonly owner?: string;
  /** The address that an email went to since; another tab can log in with it. */
  readonly awaits?: string;
  /** Milliseconds of the time from which it is too old. */
  readonly until: number;
};

/**
 * Keeps answers until their visitor logs in (docs/behavior.md 4.12): in the tab, and once an email is awaited, in the
 * browser for the address that it went to, because the email can be opened in another tab.
 */
export type VisitorDraft = ReturnType<typeof createVisitorDraft>;

type VisitorDraftDeps = {
  readonly tab: () => DraftStore;
  readonly browser: () => DraftStore;
  /** Undefined where the browser cannot encrypt: then answers stay in memory. */
  readonly cipher: () => Promise<DraftCipher | undefined>;
  readonly now: () => Date;
};

export function createVisitorDraft({ tab, browser, cipher, now }: VisitorDraftDeps) {
  const stored = encryptedSlot(createVisitorSlot(tab, now), cipher);
  const shared = encryptedSlot(createVisitorSlot(browser, now), cipher);
  let own: Draft | undefined;
  const current = (): Draft | undefined => (own && own.until > now().getTime() ? own : undefined);
  const clear = (): void => {
    own = undefined;
    stored.clear();
  };
  const keep = (draft: Draft): Promise<void> => {
    own = draft;
    return stored.write(draft);
  };
  return {
    /** Reads what this tab stored before a reload. */
    load: async () => {
      own = await stored.read();
    },
    /** Loads the key ahead, because a page that is left has no time for it. */
    prepare: async () => void (await cipher()),
    /** Replaces the tab's draft; without any answer nothing is stored. */
    keep: async (answers: Answers): Promise<void> => {
      if (Object.keys(answers).length === 0) return clear();
      await keep({ answers, until: now().getTime() + VISITOR_DRAFT_LIFE });
    },
    /** Stores the tab's draft for the whole browser, for this address alone. */
    expectLogIn: async (username: string): Promise<void> => {
      const draft = current();
      if (!draft) return;
      const owner = canonicalName(username);
      await Promise.all([shared.write({ ...draft, owner }), keep({ ...draft, awaits: owner })]);
    },
    /** Another tab has opened the form of this student, with what waited for that log-in. */
    forgetFor: (username: string) => {
      if (own?.awaits === canonicalName(username)) clear();
    },
    /** Whether the tab's visitor has answers, and nothing keeps the browser from storing them. */
    isKept: (): boolean =>
      !stored.isRefused() && Object.values(current()?.answers ?? {}).some((answer) => isAnswered(answer)),
    /** Returns the answers for a student, or without a name for a visitor. */
    answersFor: async (username: string | undefined): Promise<Answers> => {
      const draft = current();
      if (draft || username === undefined) return draft?.answers ?? {};
      const other = await shared.read();
      return other?.owner === canonicalName(username) ? other.answers : {};
    },
    /** Leaves nothing behind, in this tab and in the browser. */
    forget: () => {
      clear();
      shared.clear();
    },
  };
}

/** Returns an address as the server knows it. */
function canonicalName(username: string): string {
  return username.trim().toLowerCase();
}

function encryptedSlot(slot: VisitorSlot, cipher: VisitorDraftDeps['cipher']) {
  // What is too old goes with the next visit, whoever comes.
  slot.read();
  let latest = 0;
  let isRefused = false;
  return {
    isRefused: () => isRefused,
    clear: (): void => {
      latest += 1;
      slot.clear();
    },
    /** Stores the draft, unless another one came, or it was cleared, while it was encrypted. */
    write: async (draft: Draft): Promise<void> => {
      const mine = (latest += 1);
      const text = await (await cipher())?.encrypt(draft);
      if (mine === latest) isRefused = text === undefined || !slot.write(text);
    },
    read: async (): Promise<Draft | undefined> => {
      const text = slot.read();
      if (text === '') return undefined;
      const draft = readDraft(await (await cipher())?.decrypt(text));
      if (!draft) slot.clear();
      return draft;
    },
  };
}

function readDraft(value: unknown): Draft | undefined {
  if (!isRecord(value) || typeof value['until'] !== 'number') return undefined;
  const { owner, awaits, until } = value;
  return {
    answers: readAnswers(value['answers']),
    until,
    ...(typeof owner === 'string' ? { owner } : {}),
    ...(typeof awaits === 'string' ? { awaits } : {}),
  };
}
