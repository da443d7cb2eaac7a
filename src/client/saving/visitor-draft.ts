import { isAnswered } from '#form/definition/answer.ts';
import { isRecord } from '#form/definition/own-property.ts';
import type { Answers } from '#form/definition/definition.ts';
import { readAnswers } from '#form/answers/read-answers.ts';
import type { DraftCipher } from './draft-cipher.ts';
import { createVisitorSlot, type DraftStore, VISITOR_DRAFT_LIFE, type VisitorSlot } from './draft-storage.ts';

/** A visitor's answers, before they have an account. */
type Draft = {
  readonly answers: Answers;
  /** Only this address gets the answers; if absent, the tab's visitor. */
  readonly owner?: string;
  /** Address of the last email sent; another tab can log in. */
  readonly awaits?: string;
  /** Expiry in milliseconds. */
  readonly until: number;
};

/**
 * Stores a visitor's answers until log-in (docs/behavior.md 4.12).
 * Stored in the tab and, once an email is sent, in the browser for its address, since another tab can open the link.
 */
export type VisitorDraft = ReturnType<typeof createVisitorDraft>;

export type VisitorDraftDeps = {
  readonly tab: () => DraftStore;
  readonly browser: () => DraftStore;
  /** Undefined without encryption: answers then stay in memory. */
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
    /** Reads the tab's draft after a reload. */
    load: async () => {
      own = await stored.read();
    },
    /** Preloads the key; there is no time on unload. */
    prepare: async () => void (await cipher()),
    /** Replaces the tab's draft; removes it when empty. */
    keep: async (answers: Answers): Promise<void> => {
      if (Object.keys(answers).length === 0) return clear();
      await keep({ answers, until: now().getTime() + VISITOR_DRAFT_LIFE });
    },
    /** Shares the tab's draft with the browser, for this address only. */
    expectLogIn: async (username: string): Promise<void> => {
      const draft = current();
      if (!draft) return;
      const owner = canonicalName(username);
      await Promise.all([shared.write({ ...draft, owner }), keep({ ...draft, awaits: owner })]);
    },
    /** Another tab opened this student's form and took over the draft. */
    forgetFor: (username: string) => {
      if (own?.awaits === canonicalName(username)) clear();
    },
    /** Whether the tab has a non-empty draft that could be stored. */
    isStored: (): boolean =>
      !stored.isRefused() && Object.values(current()?.answers ?? {}).some((answer) => isAnswered(answer)),
    /** Returns a student's answers, or a visitor's without a name. Those of who signed up are for that address alone. */
    answersFor: async (username: string | undefined): Promise<Answers> => {
      const [draft, name] = [current(), username && canonicalName(username)];
      if (name === undefined || (draft && (draft.awaits ?? name) === name)) return draft?.answers ?? {};
      const other = await shared.read();
      return other?.owner === name ? other.answers : {};
    },
    /** Removes the draft from the tab and the browser. */
    forget: () => {
      clear();
      shared.clear();
    },
  };
}

/** Normalizes an address like the server. */
function canonicalName(username: string): string {
  return username.trim().toLowerCase();
}

function encryptedSlot(slot: VisitorSlot, cipher: VisitorDraftDeps['cipher']) {
  // Expired drafts are removed on the next visit by anyone.
  slot.read();
  let latest = 0;
  let isRefused = false;
  return {
    isRefused: () => isRefused,
    clear: (): void => {
      latest += 1;
      slot.clear();
    },
    /** Stores the draft, unless replaced or cleared during encryption. */
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
