import type { LookupResults } from './lookup.ts';
import { after } from '#client/ui/schedule.ts';

/** Idle milliseconds before a search begins (docs/behavior.md 9). */
export const QUIET_MS = 200;
/** Maximum wait in milliseconds during typing (docs/behavior.md 9). */
export const LONGEST_WAIT_MS = 500;

export const NOTHING_FOUND: LookupResults = { items: [], hasMore: false };

export type SuggesterOptions = {
  readonly search: (query: string, signal: AbortSignal) => Promise<LookupResults>;
  /** Receives results, none after a failure. `isLatest` is false if another search is due. */
  readonly onFound: (found: LookupResults, isLatest: boolean) => void;
};

/** Searches while typing, debounced and in order. */
export function createSuggester(first: SuggesterOptions) {
  let options = first;
  let stopWait: (() => void) | undefined;
  /** Start of typing not searched yet. */
  let since: number | undefined;
  let running = new AbortController();

  const start = async (query: string): Promise<void> => {
    since = undefined;
    running.abort();
    running = new AbortController();
    const { signal } = running;
    const found = await options.search(query, signal).catch(() => NOTHING_FOUND);
    if (!signal.aborted) options.onFound(found, since === undefined);
  };
  return {
    /** Sets the latest rendered options. */
    update: (next: SuggesterOptions) => {
      options = next;
    },
    /** Searches after a pause or the maximum wait. */
    ask: (query: string) => {
      const now = Date.now();
      since ??= now;
      stopWait?.();
      const wait = Math.min(QUIET_MS, since + LONGEST_WAIT_MS - now);
      stopWait = after(Math.max(0, wait), () => void start(query));
    },
    /** Cancels pending and running searches. */
    stop: () => {
      stopWait?.();
      since = undefined;
      running.abort();
    },
  };
}
