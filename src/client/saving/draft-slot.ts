import { createListeners } from '../ui/observable.ts';
import { isNoChange, type PendingChanges, NOTHING_PENDING } from '../questionnaire/store/form-changes.ts';
import type { DraftCipher } from './draft-cipher.ts';
import type { PageLocks, PendingSlots } from './draft-storage.ts';

export type SlotParts = DraftCipher & { readonly slots: PendingSlots; readonly locks: PageLocks };

/**
 * The slot of one page load. The page holds the lock of its name as long as something is in it: the browser gives back
 * the locks of a page that ends, however it ends, and so others know which slots are left over.
 */
export class DraftSlot {
  readonly name: string;
  readonly #parts: SlotParts;
  #wanted = NOTHING_PENDING;
  /** What is in the slot; undefined while it is empty, or has to be written again. */
  #written: PendingChanges | undefined;
  #working: Promise<void> | undefined;
  #isClosed = false;
  readonly #changes = createListeners();

  constructor(parts: SlotParts) {
    this.#parts = parts;
    this.name = parts.slots.newName();
  }

  /** Puts this in place of what was there; nothing stays when it is empty. */
  keep(kept: PendingChanges): void {
    if (!this.#isClosed) this.#change(kept);
  }

  /** Resolves once it is in the browser's store. */
  async whenWritten(): Promise<void> {
    while (this.#working && this.#wanted !== this.#written) await this.#next();
  }

  /** What was kept last stays, and everybody may take it over. */
  close(): void {
    this.#isClosed = true;
    // Once more: a log-out may have emptied the browser's store in between.
    this.#written = undefined;
    this.#change(this.#wanted);
  }

  /** Nothing stays. */
  discard(): void {
    this.#isClosed = true;
    this.#change(NOTHING_PENDING);
    // What was closed before is held by nobody any more.
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
    // Something may have come while the lock was given back.
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
