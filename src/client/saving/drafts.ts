import { createDraftCipher, type DraftCipher, importStudentKey } from './draft-cipher.ts';
import { createPendingSlots, type DraftBrowser, type DraftStore } from './draft-storage.ts';
import type { PendingDraft } from './pending-draft.ts';
import { createVisitorDraft } from './visitor-draft.ts';

/** Everything typed that no server has yet, encrypted in the browser (docs/decisions/0007-saving.md). */
export type Drafts = ReturnType<typeof createDrafts>;

type DraftsDeps = {
  readonly tab: () => DraftStore;
  readonly browser: () => DraftStore;
  /** What pending changes need; undefined where a part of it is missing: then none is stored. */
  readonly locking: DraftBrowser | undefined;
  /** The key for visitors; undefined where the browser has none. */
  readonly loadKey: (() => Promise<CryptoKey>) | undefined;
  readonly now: () => Date;
};

/** Opens the drafts of this browser. */
export function createDrafts({ tab, browser, locking, loadKey, now }: DraftsDeps) {
  const slots = locking && createPendingSlots(locking, now);
  // What is too old goes with the next visit, whoever comes.
  slots?.removeOld();
  let cipher: Promise<DraftCipher | undefined> | undefined;
  const visitor = createVisitorDraft({
    tab,
    browser,
    now,
    cipher: () => (cipher ??= visitorCipher(loadKey)),
  });
  /** The draft of the last session, once it is over and has stored something. */
  let left: PendingDraft | undefined;
  return {
    /** What a visitor answered, until they log in. */
    visitor,
    /** Opens the draft of a student by the `storage_key` of the profile; undefined where nothing can be stored. */
    async openPending(key: string): Promise<PendingDraft | undefined> {
      left = undefined;
      if (!locking || !slots) return undefined;
      try {
        // Not part of the log-in screen.
        const { createPendingDraft } = await import('./pending-draft.ts');
        const { encrypt, decrypt } = createDraftCipher(await importStudentKey(key));
        const pending = createPendingDraft({ slots, locks: locking.locks, encrypt, decrypt });
        const close = (): void => {
          pending.close();
          left = pending;
        };
        return { ...pending, close };
      } catch (error) {
        // The form works without; a server of an older version gives no key.
        console.error(error);
        return undefined;
      }
    },
    /** Leaves nothing behind, of nobody. */
    forget: () => {
      visitor.forget();
      slots?.names().forEach((name) => slots.remove(name));
    },
    /** Another tab logged out and emptied the store: writes this page's draft again if kept, or removes it. */
    loggedOutElsewhere: (isKept: boolean) => {
      visitor.forget();
      if (isKept) left?.close();
      else left?.discard();
    },
    /** The student logged in again in another tab, which has taken over what this page stored. */
    openedElsewhere: (username: string) => {
      left = undefined;
      visitor.forgetFor(username);
    },
  };
}

/** Undefined where IndexedDB is blocked, as in some private windows: answers then stay in memory. */
async function visitorCipher(loadKey: DraftsDeps['loadKey']): Promise<DraftCipher | undefined> {
  try {
    return loadKey && createDraftCipher(await loadKey());
  } catch (error) {
    console.error(error);
    return undefined;
  }
}
