import { createListeners } from '../ui/observable.ts';
import { isNoChange, type PendingChanges, NOTHING_PENDING } from '../questionnaire/store/form-changes.ts';
import type { DraftCipher } from './draft-cipher.ts';
import type { PageLocks, PendingSlots } from './draft-storage.ts';

export type SlotParts = DraftCipher & { readonly slots: PendingSlots; readonly locks: PageLocks };

/**
 * Storage slot for the pending changes of one page load.
 * A filled slot's name is locked. The browser releases the lock when the page ends, so a filled, unlocked slot is
 * abandoned.
 */
export class DraftSlot {
  readonly name: string;
  readonly #parts: SlotParts;
  #wanted = NOTHING_PENDING;
  /** Content last written; undefined while empty or due for rewriting. */
  #written: PendingChanges | undefined;
  #working: Promise<void> | undefined;
  #isClosed = false;
  readonly #changes = createListeners();

  constructor(parts: SlotParts) {
    this.#parts = parts;
    this.name = parts.slots.newName();
  }

  /** Replaces the content; removes the slot when it is empty. */
  keep(kept: PendingChanges): void {
    if (!this.#isClosed) this.#change(kept);
  }

  /** Resolves once the content is written. */
  async whenWritten(): Promise<void> {
    while (this.#working && this.#wanted !== this.#written) await this.#next();
  }

  /** Keeps the content for other pages to take over. */
  close(): void {
    this.#isClosed = true;
    // Rewrite, because a log-out may have cleared the store.
    this.#written = undefined;
    this.#change(this.#wanted);
  }

  /** Removes the slot. */
  discard(): void {
    this.#isClosed = true;
    this.#change(NOTHING_PENDING);
    // A closed slot no longer has a lock.
    if (!this.#working) this.#parts.slots.remove(this.name);
  }

  #change(kept: PendingChanges): void {
    this.#wanted = kept;
    this.#changes.notify();
    if (!isNoChange(kept)) this.#working ??= this.#work();
  }

  async #work(): Promise<void> {
    try {
      await this.#parts.locks.hold(this.name, () => this.#fill());
    } catch (error) {
      console.error(error);
      this.#written = this.#wanted;
    }
    this.#working = undefined;
    this.#changes.notify();
    // Content may have changed while the lock was released.
    if (this.#wanted !== this.#written) this.#change(this.#wanted);
  }

  async #fill(): Promise<void> {
    const { encrypt, slots } = this.#parts;
    while (!isNoChange(this.#wanted)) {
      const next = this.#wanted;
      if (next === this.#written) {
        if (this.#isClosed) return;
        await this.#next();
        continue;
      }
      const text = await encrypt(next);
      if (next !== this.#wanted) continue;
      slots.write(this.name, text);
      this.#written = next;
      this.#changes.notify();
    }
    this.#written = undefined;
    slots.remove(this.name);
  }

  /** Resolves with the next change. */
  #next(): Promise<void> {
    return new Promise((resolve) => {
      const stop = this.#changes.add(() => {
        stop();
        resolve();
      });
    });
  }
}
