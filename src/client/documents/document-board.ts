import { createListeners } from '../ui/observable.ts';
import type { DocumentView } from '../widgets/file/document-view.ts';
import { retryAfterOf, retryDelay, errorMessageOf, RequestError } from '../api/call.ts';
import { pause } from '../ui/schedule.ts';
import type { DocumentCalls } from '../api/document-calls.ts';

export const NO_DOCUMENT: DocumentView = { phase: 'none' };

/** Views, listeners and running transfers of the questions for documents. */
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
  readonly close = (): void => this.#runs.forEach((run) => run.abort());
}

/** Milliseconds between two looks at a conversion (docs/behavior.md 9). */
const POLL_EVERY = 2_000;

/** State of a conversion. */
export type Conversion =
  /** `problem`: what it waits for, or that the server cannot be reached; the request is retried. */
  | { readonly kind: 'running'; readonly problem?: string }
  | { readonly kind: 'done'; readonly pages?: number; readonly thumbnail?: string }
  | { readonly kind: 'failed'; readonly message: string }
  /** There is no document. */
  | { readonly kind: 'gone' };

/** Polls a conversion every two seconds until it ends (docs/behavior.md 4.9), after errors with backoff. */
export async function followConversion(
  calls: DocumentCalls,
  key: string,
  signal: AbortSignal,
  onProgress: (conversion: Conversion) => void,
): Promise<void> {
  let failures = 0;
  while (!signal.aborted) {
    let waitMs = POLL_EVERY;
    const found = (conversion: Conversion): Conversion => {
      failures = 0;
      return conversion;
    };
    const conversion = await readConversion(calls, key).then(found, (error: unknown): Conversion => {
      failures += 1;
      waitMs = retryDelay(failures + 1, retryAfterOf(error));
      const isGone = error instanceof RequestError && error.status === 404;
      return isGone ? { kind: 'gone' } : { kind: 'running', problem: errorMessageOf(error) };
    });
    if (signal.aborted) return;
    onProgress(conversion);
    if (conversion.kind !== 'running') return;
    await pause(waitMs, signal);
  }
}

async function readConversion(calls: DocumentCalls, key: string): Promise<Conversion> {
  const { status, message, pages, thumbnail } = await calls.conversionStatus(key);
  if (status === 'FAILED') return { kind: 'failed', message };
  if (status === 'NOT_ANSWERED') return { kind: 'gone' };
  if (status !== 'COMPLETED') return { kind: 'running', ...(message !== '' && { problem: message }) };
  return {
    kind: 'done',
    ...(pages !== undefined && { pages }),
    ...(thumbnail !== undefined && { thumbnail }),
  };
}
