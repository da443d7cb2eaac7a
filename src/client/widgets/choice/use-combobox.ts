import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import type { Option } from '#form/definition/option-list.ts';
import { pointerRelease } from '#client/ui/pointer-release.ts';
import { after } from '#client/ui/schedule.ts';
import { exactOption, searchOptions, type FoundOptions } from './search-options.ts';

/** Milliseconds after which typing can begin a new search (docs/behavior.md 9). */
export const RESET_MS = 1000;

const PAGE = 10;

type ComboboxOptions = {
  readonly options: readonly Option[];
  /** The chosen value, or ''. */
  readonly chosen: string;
  readonly onChoose: (value: string) => void;
};

type Refused = { readonly text: string; readonly chosen: string };

type State = {
  readonly isOpen: boolean;
  /** Typed text; undefined while the control shows the chosen option. */
  readonly query: string | undefined;
  /** Index of the active match, -1 for none. */
  readonly active: number;
  /** Text refused on blur, with the value chosen then. */
  readonly refused?: Refused;
};

const CLOSED: State = { isOpen: false, query: undefined, active: -1 };

/** State and keys of an editable combobox. `left` is text refused on blur. */
export function useCombobox({ options, chosen, onChoose }: ComboboxOptions) {
  const [state, setState] = useState(CLOSED);
  const { isOpen, query, active, refused } = state;
  const { matches } = isOpen ? searchOptions(options, query ?? '') : NOTHING;
  const isFruitless = isOpen && matches.length === 0;
  const close = () => setState(CLOSED);
  useCloseOnResize(isOpen, setState);

  const open = () =>
    setState({ isOpen: true, query: undefined, active: options.findIndex(({ value }) => value === chosen) });
  const choose = (option: Option) => {
    if (option.value !== chosen) onChoose(option.value);
    close();
  };
  const showWhenStill = useShowWhenStill((shown) =>
    setState((current) => (current.isOpen ? current : { ...CLOSED, refused: shown })),
  );
  /** Commits an option or cleared text; shows other text as refused. */
  const settle = (text: string, option: Option | undefined) => {
    if (option) return choose(option);
    if (text.trim() !== '') {
      close();
      return showWhenStill({ text: text.trim(), chosen });
    }
    if (chosen !== '') onChoose('');
    close();
  };
  const searchFor = useSearch(options);
  const type = (text: string, isFocused: boolean) => {
    if (!isFocused) return settle(text, exactOption(options, text));
    const wanted = searchFor(query ?? '', text);
    setState({ isOpen: true, query: wanted, active: searchOptions(options, wanted).isSure ? 0 : -1 });
  };
  const leave = () => {
    const marked = matches[active];
    if (marked || query !== undefined) settle(query ?? '', marked);
    else if (isOpen) close();
  };
  const move = (by: number) => {
    const last = matches.length - 1;
    const from = active < 0 && by < 0 ? last + 1 : active;
    setState({ ...state, active: Math.min(last, Math.max(0, from + by)) });
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (!isOpen) {
      if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
      event.preventDefault();
      return open();
    }
    // Before focus moves, so that it can reach a newly shown question.
    if (event.key === 'Tab') leave();
    const step = STEPS[event.key];
    if (step === undefined && event.key !== 'Enter' && event.key !== 'Escape') return;
    event.preventDefault();
    if (step !== undefined && !event.altKey) move(step);
    else if (event.key === 'Escape') close();
    // No match, or ambiguous: keep the list open.
    else if (active >= 0 || !query?.trim()) leave();
  };
  const left = refused?.chosen === chosen ? refused.text : undefined;
  return { isOpen, query, active, matches, isFruitless, left, open, choose, type, leave, onKeyDown };
}

/** Shows a note once the next control has the focus, and a pressed pointer's click cannot be misdirected. */
function useShowWhenStill(show: (refused: Refused) => void): (refused: Refused) => void {
  const pointer = pointerRelease(window);
  return (refused) => void after(0, () => void pointer.wait().then(() => show(refused)));
}

const NOTHING: FoundOptions = { matches: [], isSure: false };

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: PAGE, PageUp: -PAGE };

/** Returns the query; after a pause, unmatched text begins a new search. */
function useSearch(options: readonly Option[]) {
  const typedAt = useRef(0);
  return (before: string, text: string): string => {
    const now = Date.now();
    const isPaused = now - typedAt.current >= RESET_MS;
    typedAt.current = now;
    if (!isPaused || !text.startsWith(before) || searchOptions(options, text).matches.length > 0) return text;
    const added = text.slice(before.length);
    return searchOptions(options, added).matches.length > 0 ? added : text;
  };
}

/** Closes the list when the window width changes. Phone keyboards only change the height. */
function useCloseOnResize(isOpen: boolean, setState: (state: State) => void): void {
  useEffect(() => {
    if (!isOpen) return undefined;
    const width = globalThis.innerWidth;
    const onResize = () => {
      if (globalThis.innerWidth !== width) setState(CLOSED);
    };
    globalThis.addEventListener('resize', onResize);
    return () => globalThis.removeEventListener('resize', onResize);
  }, [isOpen, setState]);
}
