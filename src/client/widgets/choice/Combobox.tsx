import { useEffect, useRef } from 'react';
import { ScrollAnchor } from '#client/ui/ScrollAnchor.tsx';
import { ComboboxList } from './ComboboxList.tsx';
import './combobox.css';
import type { Option } from '#form/definition/option-list.ts';
import {
  comboboxAttributes,
  controlAttributes,
  emptyChoiceText,
  emptyListText,
  controlText,
  type WidgetProps,
} from '../widget.ts';
import { searchOptions } from './search-options.ts';
import { RESET_MS, useCombobox } from './use-combobox.ts';
import { say, listTexts } from '#texts/say.ts';
import { after } from '#client/ui/schedule.ts';

type ComboboxProps = WidgetProps & {
  /** Text of the chosen option when closed; default: its label. */
  readonly shortLabel?: (option: Option) => string;
  /** Text of a listed option for a query; default: its label. */
  readonly listLabel?: (option: Option, query: string) => string;
};

/** Searchable dropdown (WAI-ARIA APG, "Editable Combobox With List Autocomplete"). */
export function Combobox({ shortLabel = ownLabel, listLabel = ownLabel, ...props }: ComboboxProps) {
  const { id, labelId, options, isLoading, value, storedLabel, onChange, describedBy } = props;
  const input = useRef<HTMLInputElement>(null);
  const chosen = controlText(value);
  const chosenOption = options.find((option) => option.value === chosen);
  const chosenLabel = chosenOption ? shortLabel(chosenOption) : (storedLabel ?? chosen);
  const combobox = useCombobox({ options, chosen, onChoose: onChange });
  const { isOpen, query, active, matches, isFruitless, left } = combobox;
  const note = left === undefined ? undefined : `${id}-note`;
  // Select the text after a pause, so typing starts a new search.
  const fruitless = isFruitless ? query : undefined;
  useEffect(() => {
    return fruitless === undefined ? undefined : after(RESET_MS, () => input.current?.select());
  }, [fruitless]);

  return (
    <>
      <span className="combobox">
        <input
          autoComplete="off"
          {...controlAttributes(props)}
          aria-describedby={[describedBy, note].filter(Boolean).join(' ') || undefined}
          ref={input}
          {...comboboxAttributes({ id, isOpen, active })}
          type="text"
          className="control combobox-input"
          placeholder={emptyChoiceText(props)}
          spellCheck={false}
          value={query ?? chosenLabel}
          onChange={(event) =>
            combobox.type(event.currentTarget.value, document.activeElement === event.currentTarget)
          }
          onFocus={(event) => event.currentTarget.select()}
          onClick={(event) => {
            if (isOpen) return;
            combobox.open();
            event.currentTarget.select();
          }}
          onBlur={combobox.leave}
          onKeyDown={combobox.onKeyDown}
        />
        {isOpen && (
          <ComboboxList
            id={`${id}-list`}
            optionId={`${id}-option`}
            labelId={labelId}
            matches={matches}
            active={active}
            optionLabel={(option) => listLabel(option, query ?? '')}
            emptyText={emptyListText(isLoading)}
            chosen={chosen}
            isGrouped={query === undefined || query.trim() === ''}
            onChoose={combobox.choose}
          />
        )}
        {isOpen && (
          <span className="visually-hidden" role="status">
            {isFruitless ? emptyListText(isLoading) : ''}
          </span>
        )}
      </span>
      <ScrollAnchor of={left} />
      {left !== undefined && (
        <span className="control-note combobox-note foot-note" id={note} role="status">
          {leftSentence(left, options, chosenLabel)}
        </span>
      )}
    </>
  );
}

/** Explains refused text and names the current answer. */
function leftSentence(typed: string, options: readonly Option[], answer: string): string {
  const isKnown = searchOptions(options, typed).matches.length > 0;
  return answer === ''
    ? say(isKnown ? listTexts.fitsSeveral : listTexts.notListed, { typed })
    : say(isKnown ? listTexts.fitsSeveralStill : listTexts.notListedStill, { typed, answer });
}

function ownLabel({ label }: Option): string {
  return label;
}
