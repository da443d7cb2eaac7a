import type { Autosave } from './autosave.ts';
import {
  isNoChange,
  type PendingChanges,
  mergePending,
  NOTHING_PENDING,
  readPendingChanges,
} from '../questionnaire/store/form-changes.ts';
import { DraftSlot, type SlotParts } from './draft-slot.ts';

/** Stores one student's pending changes for one page load. */
export type PendingDraft = ReturnType<typeof createPendingDraft>;

type TakeChanges = (kept: PendingChanges) => Promise<PendingChanges>;

export function createPendingDraft(parts: SlotParts) {
  const { slots, locks, decrypt } = parts;
  const own = new DraftSlot(parts);
  const end = new AbortController();
  const find = async (name: string): Promise<PendingChanges | undefined> =>
    readPendingChanges(await decrypt(slots.read(name)));
  /** This page's changes, and those held for other pages. */
  let [mine, others] = [NOTHING_PENDING, NOTHING_PENDING];
  const keepAll = (): void => own.keep(mergePending(others, mine));
  const adopt = async (name: string, take: TakeChanges): Promise<void> => {
    const kept = await find(name);
    if (!kept || end.signal.aborted) return;
    const rest = await take(kept);
    if (!isNoChange(rest)) {
      others = mergePending(others, rest);
      keepAll();
    }
    await own.whenWritten();
    slots.remove(name);
  };
  const report = (error: unknown): void => {
    if (!end.signal.aborted) console.error(error);
  };
  /** Slots of open pages. */
  const watched = new Set<string>();
  const takeOne = async (name: string, work: () => Promise<void>): Promise<void> => {
    if (watched.has(name) || !(await find(name)) || (await locks.holdIfFree(name, work))) return;
    watched.add(name);
    const taken = locks.hold(name, work, end.signal).catch(report);
    void taken.then(() => watched.delete(name));
  };
  return {
    /** Replaces this page's changes; removes them when empty. */
    keep(kept: PendingChanges) {
      mine = kept;
      keepAll();
    },
    /** Takes over drafts of closed pages, now and later. Stores what `take` returns for another page. */
    async adoptOthers(take: TakeChanges): Promise<void> {
      const takeFrom = (name: string): Promise<void> => takeOne(name, () => adopt(name, take)).catch(report);
      slots.watch((name) => void takeFrom(name), end.signal);
      const foreign = slots.names().filter((name) => name !== own.name);
      await Promise.all(foreign.map(takeFrom));
    },
    /** Ends the page; its draft waits for the student's next log-in. */
    close() {
      end.abort();
      own.close();
    },
    /** Ends the page and removes its draft. */
    discard() {
      end.abort();
      own.discard();
    },
  };
}

/** Stores unsaved changes after each change. @returns an unsubscribe function */
export function storePendingChanges(autosave: Autosave, draft: PendingDraft): () => void {
  let last = autosave.getState();
  return autosave.subscribe(() => {
    const state = autosave.getState();
    if (state.unsaved !== last.unsaved || state.conflicts !== last.conflicts) draft.keep(autosave.pending);
    last = state;
  });
}
