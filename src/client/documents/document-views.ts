import { createListeners } from '../ui/observable.ts';
import type { DocumentView } from '../widgets/file/document-view.ts';
import { errorMessageOf, RequestError } from '../api/call.ts';
import { retryAfterOf, retryDelay } from '../api/retry.ts';
import { pause } from '../ui/schedule.ts';
import type { DocumentCalls } from '../api/document-calls.ts';

export const NO_DOCUMENT: DocumentView = { phase: 'none' };

/** Views, listeners and running transfers of document questions. */
export class DocumentViews {
  readonly #changes = createListeners();
  readonly #views = new Map<string, DocumentView>();
  readonly #runs = new Map<string, AbortController>();

  readonly subscribe = this.#changes.add;

  readonly view = (key: string): DocumentView => this.#views.get(key) ?? NO_DOCUMENT;

  /** Keys of questions with a view. */
  keys(): readonly string[] {
    return [...this.#views.keys()];
  }

  show(key: string, view: DocumentView): void {
    this.#views.set(key, view);
    this.#changes.notify();
  }

  /** Aborts a question's running work. @returns the signal for its next work */
  begin(key: string): AbortSignal {
    this.#runs.get(key)?.abort();
    const run = new AbortController();
    this.#runs.set(key, run);
    return run.signal;
  }

  /** Aborts all running work. */
  readonly close = (): void => this.#runs.forEach((run) => run.abort());
}

/** Milliseconds between conversion polls (docs/behavior.md 9). */
const POLL_EVERY = 2_000;

export type Conversion =
  /** `problem` is the reason for waiting, or a retried connection error. */
  | { readonly kind: 'running'; readonly problem?: string }
  | { readonly kind: 'done'; readonly pages?: number; readonly thumbnail?: string }
  | { readonly kind: 'failed'; readonly message: string }
  /** No document. */
  | { readonly kind: 'gone' };

/** Polls a conversion every two seconds until it ends. Backs off after errors (docs/behavior.md 4.9). */
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
