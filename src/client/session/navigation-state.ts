import { readEntries } from '#form/answers/read-answers.ts';

/** History state passed between screens; no answers, which would outlive a log-out. */
export type NavigationState = {
  readonly username?: string;
  /** Parameters of an emailed link, moved out of the address. */
  readonly id?: string;
  readonly code?: string;
  readonly signup?: string;
  /** The section that is meant by the name in the address, which may be that of a question as well. */
  readonly section?: string;
  /** The section of the review to come back to once something is changed. */
  readonly review?: string;
  /** What is open over the screen, until one goes back. */
  readonly sheet?: string;
  /** Shown as a toast by the next screen. */
  readonly error?: string;
  readonly notice?: string;
  /** Why the session ended, where nothing went wrong; shown in the log-in card. */
  readonly loggedOut?: string;
};

/** Reads what was passed to a screen; nothing but texts is taken. */
export function readNavigationState(state: unknown): NavigationState {
  return readEntries(state, (text) => typeof text === 'string');
}
