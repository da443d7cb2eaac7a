import type { Answers } from '#form/definition/definition.ts';

/** How one save ended. `unreachable` is worth another try; the `keys` of `refused` are not (none: the whole save). */
export type PutOutcome =
  | { readonly kind: 'saved'; readonly version: number }
  | { readonly kind: 'conflict' }
  | { readonly kind: 'unreachable' }
  | { readonly kind: 'signed-out' }
  | { readonly kind: 'refused'; readonly message: string; readonly keys: readonly string[] };

/** What the server holds at a version. */
export type Stored = { readonly answers: Answers; readonly version: number };

export type AutosaveDeps = {
  /** What was read when the page was opened. */
  readonly stored: Stored;
  readonly put: (delta: Answers, baseVersion?: number) => Promise<PutOutcome>;
  /** Reads everything again; undefined when that fails. */
  readonly reload: () => Promise<Stored | undefined>;
  /** Told which answers were changed elsewhere, so that the page shows them. */
  readonly onRemote: (answers: Answers) => void;
  /** Milliseconds; returns how to stop the timer. */
  readonly startTimer: (callback: () => void, delay: number) => () => void;
};
