import { createDraftCipher, type DraftCipher, importStudentKey } from './draft-cipher.ts';
import { createPendingSlots, type DraftBrowser } from './draft-storage.ts';
import type { PendingDraft } from './pending-draft.ts';
import { createVisitorDraft, type VisitorDraftDeps } from './visitor-draft.ts';

/** Unsaved input, encrypted in the browser (docs/decisions/0007-saving.md). */
export type Drafts = ReturnType<typeof createDrafts>;

type DraftsDeps = Pick<VisitorDraftDeps, 'tab' | 'browser' | 'now'> & {
  /** APIs for pending changes; undefined if any is missing, which disables storing. */
  readonly locking: DraftBrowser | undefined;
  /** Loads the visitor key; undefined where unsupported. */
  readonly loadKey: (() => Promise<CryptoKey>) | undefined;
};

/** Opens the drafts of this browser. */
export function createDrafts({ tab, browser, locking, loadKey, now }: DraftsDeps) {
  const slots = locking && createPendingSlots(locking, now);
  // Expired drafts are removed on the next visit by anyone.
  slots?.removeOld();
  let cipher: Promise<DraftCipher | undefined> | undefined;
  const visitor = createVisitorDraft({
    tab,
    browser,
    now,
    cipher: () => (cipher ??= visitorCipher(loadKey)),
  });
  /** Draft of the previous session, once closed. */
  let left: PendingDraft | undefined;
  return {
    /** A visitor's answers until log-in. */
    visitor,
    /** Opens a student's draft by the profile's `storage_key`; undefined without storage. */
    async openPending(key: string): Promise<PendingDraft | undefined> {
      left = undefined;
      if (!locking || !slots) return undefined;
      try {
        // Lazy, so the log-in screen does not load it.
        const { createPendingDraft } = await import('./pending-draft.ts');
        const { encrypt, decrypt } = createDraftCipher(await importStudentKey(key));
        const pending = createPendingDraft({ slots, locks: locking.locks, encrypt, decrypt });
        const close = (): void => {
          pending.close();
          left = pending;
        };
        return { ...pending, close };
      } catch (error) {
        // The form works without it; older servers send no key.
        console.error(error);
        return undefined;
      }
    },
    /** Removes all drafts of all users. */
    forget: () => {
      visitor.forget();
      slots?.names().forEach((name) => slots.remove(name));
    },
    /** After a log-out in another tab: rewrites this page's draft if kept, else removes it. */
    loggedOutElsewhere: (keepsDraft: boolean) => {
      visitor.forget();
      if (keepsDraft) left?.close();
      else left?.discard();
    },
    /** After a log-in in another tab, which took over this page's draft. */
    openedElsewhere: (username: string) => {
      left = undefined;
      visitor.forgetFor(username);
    },
  };
}

/** Returns undefined without IndexedDB (some private windows): answers stay in memory. */
async function visitorCipher(loadKey: DraftsDeps['loadKey']): Promise<DraftCipher | undefined> {
  try {
    return loadKey && createDraftCipher(await loadKey());
  } catch (error) {
    console.error(error);
    return undefined;
  }
}
