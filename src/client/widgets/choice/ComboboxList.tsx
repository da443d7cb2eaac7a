import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Option } from '#form/definition/option-list.ts';
import { OptionGroups } from './OptionGroups.tsx';
import { useOpenList } from './list-place.ts';

/** Maximum rendered options; the window moves by half. */
const WINDOW = 50;
const STEP = WINDOW / 2;
/** Pixels from the edge at which the window moves. */
const EDGE = 40;

type ListProps = {
  readonly id: string;
  /** Prefix of option ids, followed by the match number from 1. */
  readonly optionId: string;
  readonly labelId: string;
  readonly matches: readonly Option[];
  readonly active: number;
  readonly chosen: string;
  /** Whether options are grouped, in their own order, not ranked by search. */
  readonly isGrouped: boolean;
  /** Returns an option's text. */
  readonly optionLabel: (option: Option) => string;
  /** Text shown without matches. */
  readonly emptyText: string;
  readonly onChoose: (option: Option) => void;
};

/** Virtualized list of matches, following keys and scrolling. */
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
    // Keeps an option rendered in both windows at the same position.
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
      // Keeps the focus in the control while choosing or scrolling by mouse.
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

/** Returns the window start that includes the active option. */
function startAround(active: number, start: number): number {
  const isInside = active < 0 || (active >= start && active < start + WINDOW);
  return isInside ? start : Math.max(0, active - STEP);
}
