import { useEffect, useState, type KeyboardEvent } from 'react';
import type { LookupResults, QuestionLookup, Suggestion } from './lookup.ts';
import { createSuggester, NOTHING_FOUND, type SuggesterOptions } from './suggester.ts';

/** Minimum query length; the shortest names of places have two letters. */
const SHORTEST = 2;

/** A list row: a result or the typed text. */
export type LookupRow =
  | { readonly kind: 'found'; readonly found: Suggestion }
  | { readonly kind: 'own'; readonly text: string };

type LookupOptions = {
  /** Search function; undefined disables the list. */
  readonly search: QuestionLookup['search'] | undefined;
  /** Whether the list also opens without results. */
  readonly opensEmpty: boolean;
  readonly onTake: (row: LookupRow) => void;
};

type State = {
  /** Query; undefined while the list is closed. */
  readonly query: string | undefined;
  readonly found: LookupResults;
  readonly isSearching: boolean;
  /** Index of the active row, -1 for none. */
  readonly active: number;
};

const CLOSED: State = { query: undefined, found: NOTHING_FOUND, isSearching: false, active: -1 };

const nothingFound = async (): Promise<LookupResults> => NOTHING_FOUND;

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
  /** Returns whether the list handled the key. */
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
    // Caret movement: Enter commits the text again.
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
    /** Whether there are more matches than listed. */
    hasMore: isOpen && found.hasMore,
    /** Whether text is typed without an open list. */
    isFruitless: query !== undefined && !isOpen,
    type,
    take,
    close,
    onKey,
  };
}

/** Debounced search that stops on unmount. */
function useSuggester(options: SuggesterOptions) {
  const [suggester] = useState(() => createSuggester(options));
  useEffect(() => suggester.update(options));
  useEffect(() => suggester.stop, [suggester]);
  return suggester;
}

/** Returns results followed by the typed text. */
function rowsOf(found: readonly Suggestion[], text: string): readonly LookupRow[] {
  return [...found.map((each): LookupRow => ({ kind: 'found', found: each })), { kind: 'own', text }];
}

/** Returns the next row, cycling through the control itself (-1). */
function steppedRow(active: number, by: number, count: number): number {
  const next = active + by;
  if (next >= count) return -1;
  return next < -1 ? count - 1 : next;
}
