import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import type { Option } from '#form/definition/option-list.ts';
import { pointerRelease } from '#client/ui/pointer-release.ts';
import { exactOption, searchOptions, type FoundOptions } from './search-options.ts';

/** After so many milliseconds without a key, what is typed may begin a new search (docs/behavior.md 9). */
export const RESET_MS = 1000;

const PAGE = 10;

/** Up to so many options are all listed where none fits what is typed: they are read faster than guessed. */
const READ_LIMIT = 15;

type ComboboxOptions = {
  readonly options: readonly Option[];
  /** The chosen value, '' for none. */
  readonly chosen: string;
  readonly onChoose: (value: string) => void;
};

type Refused = { readonly text: string; readonly chosen: string };

type State = {
  readonly isOpen: boolean;
  /** What is typed; undefined while the control shows the chosen option. */
  readonly query: string | undefined;
  /** Index among the matches, -1 for none. */
  readonly active: number;
  /** What was typed when the control was left and is no option, next to what was chosen then. */
  readonly refused?: Refused;
};

const CLOSED: State = { isOpen: false, query: undefined, active: -1 };

/** State and keys of an editable combobox; `left` is text that was refused on blur. */
export function useCombobox({ options, chosen, onChoose }: ComboboxOptions) {
  const [state, setState] = useState(CLOSED);
  const { isOpen, query, active, refused } = state;
  const { matches: found } = isOpen ? searchOptions(options, query ?? '') : NOTHING;
  const isFruitless = isOpen && found.length === 0;
  const matches = isFruitless && options.length <= READ_LIMIT ? options : found;
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
  /** Takes an option, or an emptied text; a text that is no option is kept to be shown. */
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
    // Before the focus moves on, so that it finds a question that shows with the answer.
    if (event.key === 'Tab') leave();
    const step = STEPS[event.key];
    if (step === undefined && event.key !== 'Enter' && event.key !== 'Escape') return;
    event.preventDefault();
    if (step !== undefined && !event.altKey) move(step);
    else if (event.key === 'Escape') close();
    // What is typed fits nothing or too much: the list stays, to choose from or to type on.
    else if (active >= 0 || !query?.trim()) leave();
  };
  const left = refused?.chosen === chosen ? refused.text : undefined;
  return { isOpen, query, active, matches, isFruitless, left, open, choose, type, leave, onKeyDown };
}

/** Shows at once, or after the click that a press becomes: what moves in between would take it from its target. */
function useShowWhenStill(show: (refused: Refused) => void): (refused: Refused) => void {
  const pointer = pointerRelease(window);
  return (refused) => {
    if (!pointer.isPressed()) return show(refused);
    void pointer.wait().then(() => show(refused));
  };
}

const NOTHING: FoundOptions = { matches: [], isSure: false };

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: PAGE, PageUp: -PAGE };

/** Query for each key; after a pause, text without matches begins a new search. */
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

/** A menu closes when the window gets another width; a phone's keyboard, which changes the height, is none. */
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
