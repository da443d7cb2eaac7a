import { useEffect, useState, type KeyboardEvent } from 'react';
import type { Found, QuestionLookup, Suggestion } from './lookup.ts';
import { createSuggester, NOTHING_FOUND, type SuggesterOptions } from './suggester.ts';

/** So many letters begin a search: the shortest that a place is known by has two. */
const SHORTEST = 2;

/** A row of the list: a result or the typed text. */
export type LookupRow =
  | { readonly kind: 'found'; readonly found: Suggestion }
  | { readonly kind: 'own'; readonly text: string };

type LookupOptions = {
  /** Undefined: the list never opens. */
  readonly search: QuestionLookup['search'] | undefined;
  /** Whether the list opens also before, and when, nothing is found. */
  readonly opensEmpty: boolean;
  readonly onTake: (row: LookupRow) => void;
};

type State = {
  /** What is looked for; undefined while the list is closed. */
  readonly query: string | undefined;
  readonly found: Found;
  readonly isSearching: boolean;
  /** Index among the rows, -1 for none. */
  readonly active: number;
};

const CLOSED: State = { query: undefined, found: NOTHING_FOUND, isSearching: false, active: -1 };

const nothingFound = async (): Promise<Found> => NOTHING_FOUND;

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** State and keys of a text control with suggestions. */
export function useLookup({ search, opensEmpty, onTake }: LookupOptions) {
  const [state, setState] = useState(CLOSED);
  const { query, found, isSearching, active } = state;
  const { ask, stop } = useSuggester({
    search: search ?? nothingFound,
    onFound: (news, isLatest) =>
      setState((before) =>
        before.query === undefined ? before : { ...before, found: news, isSearching: !isLatest, active: -1 },
      ),
  });
  const isOpen = query !== undefined && (opensEmpty || found.items.length > 0);
  const rows = isOpen ? rowsOf(found.items, query) : [];

  const close = () => {
    stop();
    setState(CLOSED);
  };
  const type = (text: string) => {
    if (!search) return;
    const wanted = text.trim();
    if (wanted.length < SHORTEST) return close();
    setState((before) => ({ query: wanted, found: before.found, isSearching: true, active: -1 }));
    ask(wanted);
  };
  const take = (row: LookupRow) => {
    close();
    onTake(row);
  };
  /** True when the key is the list's own, so that it does nothing else. */
  const onKey = ({ key, currentTarget }: KeyboardEvent<HTMLInputElement>): boolean => {
    const step = STEPS[key];
    const row = rows[active];
    if (step !== undefined && search) {
      if (isOpen) setState({ ...state, active: steppedRow(active, step, rows.length) });
      else type(currentTarget.value);
      return true;
    }
    if ((key === 'Enter' || key === 'Tab') && row) {
      take(row);
      return key === 'Enter';
    }
    // The caret moves in the text, so that Enter takes the text again.
    if (key === 'ArrowLeft' || key === 'ArrowRight') setState({ ...state, active: -1 });
    if (key === 'Enter' || key === 'Escape') close();
    return key === 'Escape' && isOpen;
  };
  return {
    isOpen,
    isSearching,
    rows,
    active,
    count: found.items.length,
    /** Whether more fits what is typed than the list shows. */
    hasMore: isOpen && found.hasMore,
    /** Something is typed for which there is no list. */
    isFruitless: query !== undefined && !isOpen,
    type,
    take,
    close,
    onKey,
  };
}

/** The search with a pause; nothing of it outlives the control. */
function useSuggester(options: SuggesterOptions) {
  const [suggester] = useState(() => createSuggester(options));
  useEffect(() => suggester.update(options));
  useEffect(() => suggester.stop, [suggester]);
  return suggester;
}

/** The typed text is the last row. */
function rowsOf(found: readonly Suggestion[], text: string): readonly LookupRow[] {
  return [...found.map((each): LookupRow => ({ kind: 'found', found: each })), { kind: 'own', text }];
}

/** Around in a circle that goes through the control itself (-1). */
function steppedRow(active: number, by: number, count: number): number {
  const next = active + by;
  if (next >= count) return -1;
  return next < -1 ? count - 1 : next;
}
