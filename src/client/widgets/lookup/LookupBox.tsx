import { AS_NAME, comboboxAttributes, controlAttributes } from '../control-attributes.ts';
import { LookupList } from './LookupList.tsx';
import { LookupNote } from './LookupNote.tsx';
import '../choice/combobox.css';
import './lookup.css';
import { type WidgetProps, controlText } from '../widget.ts';
import { useEffect, useState, type FocusEvent, type FormEvent, type KeyboardEvent } from 'react';
import { say, lookupTexts } from '#texts/say.ts';
import { isAnswered } from '#form/definition/answer.ts';
import { useTypedDraft } from '../use-draft.ts';
import { useChoice } from '../choice/use-choice.ts';
import { useLookup } from './use-lookup.ts';
import { after } from '#client/ui/schedule.ts';

type LookupBoxProps = {
  readonly widget: WidgetProps;
  /** Hint for students who type an answer that is not in the list. */
  readonly hint?: string;
  /** Hint on what to type, shown while nothing is found. */
  readonly needs?: string | undefined;
  /** Said where more fits what is typed than is shown. */
  readonly more?: string;
  /** Opens the list with each text, to say that it is looked for and may be used as it is. */
  readonly opensEmpty?: boolean;
  /** Taking a choice back leads to what was typed: it is an answer, and not the letters of a search. */
  readonly keepsTyped?: boolean;
};

/** Text with suggestions, which answer further questions too; typed text is as good an answer. */
export function LookupBox({
  widget,
  hint,
  needs,
  more = say(lookupTexts.moreOthers),
  opensEmpty = false,
  keepsTyped = false,
}: LookupBoxProps) {
  const { id, labelId, readOnly, lookup, describedBy } = widget;
  const { list, isOwn, attributes, undo } = useLookupBox(widget, { opensEmpty, keepsTyped });
  const { isOpen, isSearching, rows, active, count, hasMore, isFruitless } = list;
  const shownHint = isFruitless ? (needs ?? hint) : isOwn && !isOpen ? hint : undefined;
  const noteId = `${id}-note`;
  const hasNote = shownHint !== undefined || lookup?.filled !== undefined;
  return (
    <>
      <span className="combobox">
        <input
          autoComplete="off"
          {...controlAttributes(widget)}
          {...AS_NAME}
          {...attributes}
          {...(lookup && !readOnly && comboboxAttributes({ id, isOpen, active }))}
          aria-describedby={[describedBy, hasNote && noteId].filter(Boolean).join(' ') || undefined}
          type="text"
          enterKeyHint="done"
          className="control"
          dir="auto"
          readOnly={readOnly}
        />
        {isOpen && (
          <LookupList
            id={`${id}-list`}
            optionId={`${id}-option`}
            labelId={labelId}
            rows={rows}
            active={active}
            isSearching={isSearching}
            more={hasMore ? more : undefined}
            onTake={list.take}
          />
        )}
        {lookup && (
          <LookupCount count={isOpen && !isSearching ? count : undefined} more={hasMore ? more : undefined} />
        )}
      </span>
      <LookupNote id={noteId} hint={shownHint} filled={lookup?.filled} onUndo={undo} />
    </>
  );
}

/** Milliseconds without a change before the number is announced: at each key it would disturb. */
const QUIET_MS = 700;

type CountProps = {
  /** The number of results; undefined while no search runs, or before its first result. */
  readonly count: number | undefined;
  /** Said behind the number where there are more. */
  readonly more?: string | undefined;
};

/** Announces the number of results to screen readers. */
function LookupCount({ count, more }: CountProps) {
  const [announced, setAnnounced] = useState('');
  useEffect(() => {
    const sentence = [lookupCountSentence(count), more].filter(Boolean).join(' ');
    return after(QUIET_MS, () => setAnnounced(sentence));
  }, [count, more]);
  return (
    <span className="visually-hidden" role="status" aria-label={say(lookupTexts.results)}>
      {count === undefined ? '' : announced}
    </span>
  );
}

function lookupCountSentence(count: number | undefined): string {
  if (count === undefined) return '';
  return count === 0 ? say(lookupTexts.noResult) : say(lookupTexts.manyResults, { count });
}

/** The text of a question that is looked up, its list, and whose answer it is: the student's own or a chosen one. */
function useLookupBox(
  widget: WidgetProps,
  { opensEmpty, keepsTyped }: Required<Pick<LookupBoxProps, 'opensEmpty' | 'keepsTyped'>>,
) {
  const { value, lookup, parts } = widget;
  const stored = controlText(value);
  const [isOwnText, setOwnText] = useState(() => !lookup?.isAnsweredBeside());
  const { typed, flush, replace, attributes } = useTypedDraft<HTMLInputElement>(widget, {
    commit: ({ value: text }) => {
      const name = text.trim();
      takeOwnText(widget, name);
      if (name !== stored) setOwnText(true);
      return name;
    },
  });
  const choice = useChoice(widget, { replace, onOwn: setOwnText, keepsTyped });
  const list = useLookup({
    search: widget.readOnly ? undefined : lookup?.search,
    opensEmpty,
    onTake: (row) => {
      if (row.kind === 'found') return void choice.choose(row.found, typed ?? stored);
      flush();
      return choice.end(typed ?? stored, true);
    },
  });
  const hasNoCode = parts.every((part) => !isAnswered(part.value));
  return {
    list,
    isOwn: typed === undefined ? isOwnText && hasNoCode && stored !== '' : typed.trim() !== '',
    undo: () => {
      lookup?.undo();
      setOwnText(!lookup?.isAnsweredBeside());
      // The button that was pressed is gone.
      document.getElementById(widget.id)?.focus();
    },
    attributes: {
      ...attributes,
      onInput: (event: FormEvent<HTMLInputElement>) => {
        choice.begin();
        attributes.onInput(event);
        const { currentTarget } = event;
        // What a browser fills in by itself is nothing to search for.
        if (document.activeElement === currentTarget) list.type(currentTarget.value);
      },
      onBlur: ({ currentTarget }: FocusEvent<HTMLInputElement>) => {
        attributes.onBlur();
        choice.end(currentTarget.value);
        list.close();
      },
      onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => {
        if (list.onKey(event)) event.preventDefault();
        else {
          attributes.onKeyDown(event);
          if (event.key === 'Enter') choice.end(event.currentTarget.value);
        }
      },
    },
  };
}

/** A code belongs to what was chosen, so another text empties it. */
function takeOwnText({ value, parts, onChange, onPartChange }: WidgetProps, text: string): void {
  const codes = text === controlText(value) ? [] : parts.filter((part) => isAnswered(part.value));
  onChange(text);
  for (const { question } of codes) onPartChange(question.key, '');
}
