import { createChangesKeeper, type ChangesKeeper } from './changes-keeper.ts';
import type { PageLocks } from './page-locks.ts';
import { createKeptCipher } from './kept-cipher.ts';
import { createStorageSlots, type SlotBrowser } from './storage-slots.ts';

/** What a browser keeps changes with; only a secure context (https, localhost) has it. */
export type KeepingBrowser = SlotBrowser & { readonly locks: PageLocks };

/**
 * Keeps what students changed until the server has it (docs/decisions/0007-saving.md): a reload
 * in an outage, a browser that is ended and a session that is over lose nothing. It is encrypted, and only a log-in
 * of the same student is given the key.
 */
export type KeptChanges = {
  /**
   * What the browser keeps of one student.
   *
   * @param key the `storage_key` of the profile
   * @returns undefined where the browser cannot keep anything
   */
  readonly open: (key: string) => Promise<ChangesKeeper | undefined>;
  /** Leaves nothing behind, of nobody. */
  readonly forget: () => void;
  /**
   * Another tab has logged out, which emptied the store, maybe after the session of this page was over: what this page
   * has left for the student's next log-in is written once more, or goes, too.
   */
  readonly loggedOutElsewhere: (isKept: boolean) => void;
  /** The student is logged in again in another tab, which has taken over what this page left. */
  readonly openedElsewhere: () => void;
};

/** @param browser undefined where a part of it is missing: then nothing is kept */
export function createKeptChanges(browser: KeepingBrowser | undefined, now: () => Date): KeptChanges {
  if (!browser)
    return { open: async () => undefined, forget() {}, loggedOutElsewhere() {}, openedElsewhere() {} };
  const slots = createStorageSlots(browser, now);
  // What is too old goes with the next visit, no matter who comes.
  slots.removeOld();
  /** That of the last session, once it is over and has left something. */
  let left: ChangesKeeper | undefined;
  return {
    async open(key) {
      left = undefined;
      try {
        const keeper = createChangesKeeper({ slots, locks: browser.locks, ...(await createKeptCipher(key)) });
        const close = (): void => {
          keeper.close();
          left = keeper;
        };
        return { ...keeper, close };
      } catch (error) {
        // The form works without; a server of an older version gives no key.
        console.error(error);
        return undefined;
      }
    },
    forget: () => slots.names().forEach((name) => slots.remove(name)),
    loggedOutElsewhere: (isKept) => (isKept ? left?.close() : left?.discard()),
    openedElsewhere: () => (left = undefined),
  };
}
