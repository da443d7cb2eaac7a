import { readEntries } from '#form/answers/read-answers.ts';

export const COMPLETION_PATH = '/completion';

/** The student's own account, always available when logged in. */
export const OWN_ACCOUNT_PATH = '/account';

/** Review of an application, before or after submission. */
export const REVIEW_PATH = '/review';

/** History state between screens; no answers, which would outlive a log-out. */
export type NavigationState = {
  readonly username?: string;
  /** Parameters of an emailed link, moved out of the address. */
  readonly id?: string;
  readonly code?: string;
  readonly signup?: string;
  /** Section for the hash, which can also be a question key. */
  readonly section?: string;
  /** Review section to return to after a change. */
  readonly review?: string;
  /** The open sheet, closed by Back. */
  readonly sheet?: string;
  /** Shown as a toast by the next screen. */
  readonly error?: string;
  readonly notice?: string;
  /** Why the session ended without an error; shown in the log-in card. */
  readonly loggedOut?: string;
};

/** Reads navigation state; ignores non-strings. */
export function readNavigationState(state: unknown): NavigationState {
  return readEntries(state, (text) => typeof text === 'string');
}

/** Serializes query parameters, with a leading '?' unless empty. */
export function searchOf(parameters: Readonly<Record<string, string>>): string {
  const query = new URLSearchParams(parameters).toString();
  return query === '' ? '' : `?${query}`;
}
