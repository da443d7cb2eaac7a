import { createListeners } from '../ui/observable.ts';
import type { DocumentView } from '#client/widgets/file/document-view.ts';

export const NO_DOCUMENT: DocumentView = { phase: 'none' };

/** What is shown at each question for a document, who watches it, and what goes on there. */
export class DocumentBoard {
  readonly #changes = createListeners();
  readonly #views = new Map<string, DocumentView>();
  readonly #runs = new Map<string, AbortController>();

  readonly subscribe = this.#changes.add;

  readonly view = (key: string): DocumentView => this.#views.get(key) ?? NO_DOCUMENT;

  /** Keys of the questions at which something was shown. */
  keys(): readonly string[] {
    return [...this.#views.keys()];
  }

  show(key: string, view: DocumentView): void {
    this.#views.set(key, view);
    this.#changes.notify();
  }

  /** Ends what goes on at a question. @returns the signal that ends what begins there now */
  begin(key: string): AbortSignal {
    this.#runs.get(key)?.abort();
    const run = new AbortController();
    this.#runs.set(key, run);
    return run.signal;
  }

  /** Ends all that goes on. */
  close(): void {
    for (const run of this.#runs.values()) run.abort();
  }
}
