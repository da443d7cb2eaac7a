import { useRef } from 'react';
import type { Option } from '#form/definition/option-list.ts';
import { OptionGroups } from './OptionGroups.tsx';
import { useOpenList } from './list-place.ts';

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

/** List of matches, following keys. */
export function ComboboxList(props: ListProps) {
  const { id, optionId, labelId, matches, active, chosen, isGrouped, optionLabel, emptyText, onChoose } =
    props;
  const list = useRef<HTMLDivElement>(null);
  useOpenList(list, { optionId, active });
  const places = new Map(matches.map((option, index) => [option, index]));
  const row = (option: Option) => {
    const index = places.get(option) ?? -1;
    return (
      <div
        key={option.value}
        role="option"
        id={`${optionId}-${index + 1}`}
        aria-selected={option.value === chosen}
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
      // Keeps the focus in the control while choosing or scrolling by mouse.
      onMouseDown={(event) => event.preventDefault()}
    >
      {isGrouped ? <OptionGroups options={matches} renderOption={row} /> : matches.map(row)}
      {matches.length === 0 && (
        <div role="option" aria-selected={false} aria-disabled className="combobox-option">
          {emptyText}
        </div>
      )}
    </div>
  );
}
