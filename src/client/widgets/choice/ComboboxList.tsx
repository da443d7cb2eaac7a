import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Option } from '#form/definition/option-list.ts';
import { OptionGroups } from './OptionGroups.tsx';
import { useOpenList } from './list-place.ts';

/** At most this many options are in the page at once; the window moves by half of it. */
const WINDOW = 50;
const STEP = WINDOW / 2;
/** How near to an edge of the list, in pixels, the window moves on. */
const EDGE = 40;

type ListProps = {
  readonly id: string;
  /** What the ids of the options begin with; the place among the matches follows, counted from 1. */
  readonly optionId: string;
  readonly labelId: string;
  readonly matches: readonly Option[];
  readonly active: number;
  readonly chosen: string;
  /** Whether options are shown under the headings of their groups: in their own order, not in that of a search. */
  readonly isGrouped: boolean;
  /** How the list shows an option. */
  readonly optionLabel: (option: Option) => string;
  /** What the list reads without a match. */
  readonly emptyText: string;
  readonly onChoose: (option: Option) => void;
};

/** The open list of a combobox: a window of the matches that follows the keys and the scroll bar. */
export function ComboboxList(props: ListProps) {
  const { id, optionId, labelId, matches, active, chosen, isGrouped, optionLabel, emptyText, onChoose } =
    props;
  const list = useRef<HTMLDivElement>(null);
  useOpenList(list, { optionId, active });
  const last = Math.max(0, matches.length - WINDOW);
  const [view, setView] = useState({ active, start: startAround(active, 0) });
  if (view.active !== active) setView({ active, start: startAround(active, view.start) });
  const start = Math.min(view.start, last);
  const shown = matches.slice(start, start + WINDOW);

  const shift = (by: number) => {
    const element = list.current;
    const next = Math.max(0, Math.min(start + by, last));
    if (!element || next === start) return;
    // An option that is there before and after stays where it is seen.
    const place = () => document.getElementById(`${optionId}-${Math.max(start, next) + 1}`)?.offsetTop ?? 0;
    const before = place();
    flushSync(() => setView({ active, start: next }));
    element.scrollTop += place() - before;
  };
  const onScroll = () => {
    const element = list.current;
    if (!element) return;
    if (element.scrollTop + element.clientHeight > element.scrollHeight - EDGE) shift(STEP);
    else if (element.scrollTop < EDGE) shift(-STEP);
  };
  const row = (option: Option) => {
    const index = start + shown.indexOf(option);
    return (
      <div
        key={option.value}
        role="option"
        id={`${optionId}-${index + 1}`}
        aria-selected={option.value === chosen}
        aria-setsize={matches.length}
        aria-posinset={index + 1}
        data-active={index === active || undefined}
        className="combobox-option"
        onClick={() => onChoose(option)}
      >
        {optionLabel(option)}
      </div>
    );
  };
  return (
    <div
      ref={list}
      role="listbox"
      id={id}
      aria-labelledby={labelId}
      className="panel combobox-list"
      onScroll={onScroll}
      // The control keeps the focus, so that choosing with the mouse, or scrolling, is not leaving it.
      onMouseDown={(event) => event.preventDefault()}
    >
      {isGrouped ? <OptionGroups options={shown} renderOption={row} /> : shown.map(row)}
      {matches.length === 0 && (
        <div role="option" aria-selected={false} aria-disabled className="combobox-option">
          {emptyText}
        </div>
      )}
    </div>
  );
}

/** Where the window begins so that the active option is inside it. */
function startAround(active: number, start: number): number {
  const isInside = active < 0 || (active >= start && active < start + WINDOW);
  return isInside ? start : Math.max(0, active - STEP);
}
