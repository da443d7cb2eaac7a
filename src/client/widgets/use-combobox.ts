import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import type { Option } from '#form/definition/definition.ts';
import { exactOption, searchOptions } from './search-options.ts';

/** After so many milliseconds without a key, what is typed may begin a new search (specification 9). */
export const RESET_MS = 1000;

const PAGE = 10;

type ComboboxOptions = {
  readonly options: readonly Option[];
  /** The chosen value, '' for none. */
  readonly chosen: string;
  readonly onChoose: (value: string) => void;
};

type State = {
  readonly isOpen: boolean;
  /** What is typed; undefined while the control shows the chosen option. */
  readonly query: string | undefined;
  /** Index among the matches, -1 for none. */
  readonly active: number;
};

const CLOSED: State = { isOpen: false, query: undefined, active: -1 };

/** State and keys of an editable combobox with a list (WAI-ARIA Authoring Practices, "Combobox"). */
export function useCombobox({ options, chosen, onChoose }: ComboboxOptions) {
  const [state, setState] = useState(CLOSED);
  const { isOpen, query, active } = state;
  const matches = isOpen ? searchOptions(options, query ?? '') : [];
  const close = () => setState(CLOSED);
  useCloseOnResize(isOpen, setState);

  const open = () =>
    setState({ isOpen: true, query: undefined, active: options.findIndex(({ value }) => value === chosen) });
  const choose = (option: Option | undefined) => {
    if (option && option.value !== chosen) onChoose(option.value);
    close();
  };
  const typedAt = useRef(0);
  const type = (text: string, isFocused: boolean) => {
    if (!isFocused) return choose(exactOption(options, text));
    const now = Date.now();
    const wanted = now - typedAt.current < RESET_MS ? text : begunAnew(options, query ?? '', text);
    typedAt.current = now;
    setState({ isOpen: true, query: wanted, active: wanted.trim() === '' ? -1 : 0 });
  };
  const leave = () => {
    if (query === undefined) return close();
    if (query.trim() === '' && chosen !== '') onChoose('');
    choose(exactOption(options, query));
  };
  const move = (by: number) => {
    const last = matches.length - 1;
    const from = active < 0 && by < 0 ? last + 1 : active;
    setState({ ...state, active: Math.max(0, Math.min(last, from + by)) });
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (!isOpen) {
      if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
      event.preventDefault();
      return open();
    }
    if (event.key === 'Tab' && query !== undefined && query.trim() !== '') choose(matches[active]);
    const step = STEPS[event.key];
    if (step === undefined && event.key !== 'Enter' && event.key !== 'Escape') return;
    event.preventDefault();
    if (step !== undefined && !event.altKey) move(step);
    else if (event.key !== 'Enter') close();
    else if (active < 0) leave();
    else choose(matches[active]);
  };
  return { isOpen, query, active, matches, open, close, choose, type, leave, onKeyDown };
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: PAGE, PageUp: -PAGE };

/** After a pause: the search goes on while it finds something, else what was added begins a new one. */
function begunAnew(options: readonly Option[], before: string, text: string): string {
  if (!text.startsWith(before) || searchOptions(options, text).length > 0) return text;
  const added = text.slice(before.length);
  return searchOptions(options, added).length > 0 ? added : text;
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
