import { createChangesKeeper, type ChangesKeeper } from './changes-keeper.ts';
import type { PageLocks } from './page-locks.ts';
import { createKeptCipher } from './kept-cipher.ts';
import { createStorageSlots, type SlotBrowser } from './storage-slots.ts';

/** What a browser keeps changes with; only a secure context (https, localhost) has it. */
export type KeepingBrowser = SlotBrowser & { readonly locks: PageLocks };

/**
 * Keeps what students changed until the server has it (docs/decisions/0015-answers-wait-in-the-browser.md): a reload
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
};

/** @param browser undefined where a part of it is missing: then nothing is kept */
export function createKeptChanges(browser: KeepingBrowser | undefined, now: () => Date): KeptChanges {
  if (!browser) return { open: async () => undefined, forget() {} };
  const slots = createStorageSlots(browser, now);
  // What is too old goes with the next visit, whoever comes.
  slots.removeOld();
  return {
    async open(key) {
      try {
        return createChangesKeeper({ slots, locks: browser.locks, ...(await createKeptCipher(key)) });
      } catch (error) {
        // The form works without; a server of an older version gives no key.
        console.error(error);
        return undefined;
      }
    },
    forget: () => slots.names().forEach((name) => slots.remove(name)),
  };
}
