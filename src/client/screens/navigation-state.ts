/**
 * What one screen passes to the next with the entry of the history. Answers are not in it: the entries of the browser's
 * history outlive a log-out (docs/decisions/0015-answers-wait-in-the-browser.md).
 */
export type NavigationState = {
  readonly username?: string;
  /** The id of a reset link, so that it need not stay in the address. */
  readonly resetId?: string;
  /** Shown as a toast by the next screen. */
  readonly error?: string;
  readonly notice?: string;
};

const NAMES = ['username', 'resetId', 'error', 'notice'] as const;

/** Reads what was passed to a screen; of a state that others wrote, nothing is taken. */
export function readNavigationState(state: unknown): NavigationState {
  if (typeof state !== 'object' || state === null) return {};
  const texts = new Map<string, unknown>(Object.entries(state));
  return Object.fromEntries(
    NAMES.flatMap((name) => {
      const text = texts.get(name);
      return typeof text === 'string' ? [[name, text]] : [];
    }),
  );
}
