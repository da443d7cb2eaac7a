import { AS_NAME, comboboxAttributes, controlAttributes, type WidgetProps, controlText } from '../widget.ts';
import { LookupList } from './LookupList.tsx';
import { LookupNote } from './LookupNote.tsx';
import { useEffect, useState, type FocusEvent, type FormEvent, type KeyboardEvent, useRef } from 'react';
import { say, lookupTexts } from '#texts/say.ts';
import { isAnswered } from '#form/definition/answer.ts';
import { useTypedDraft } from '../use-draft.ts';
import { useLookup } from './use-lookup.ts';
import { after } from '#client/ui/schedule.ts';
import type { Answers } from '#form/definition/definition.ts';
import type { Suggestion } from './lookup.ts';
import { searchText } from '#form/definition/search-text.ts';
import '../choice/combobox.css';
import './lookup.css';

type LookupBoxProps = {
  readonly widget: WidgetProps;
  /** Hint for students who type an answer that is not in the list. */
  readonly hint?: string;
  /** Hint on what to type, shown while nothing is found. */
  readonly needs?: string | undefined;
  /** Shown where more fits what is typed than is listed. */
  readonly more?: string;
  /** Opens the list with each text, to say that it is looked for and may be used as it is. */
  readonly opensEmpty?: boolean;
  /** Taking a choice back leads to what was typed: it is an answer, and not the letters of a search. */
  readonly keepsTyped?: boolean;
};

/** Renders text with suggestions, which can answer further questions. */
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
  /** Shown behind the number where there are more. */
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

type ChoiceOptions = {
  /** Puts the chosen text into the control. */
  readonly replace: (text: string) => void;
  /** Called with whether the text is the student's own: a choice without a record leaves the rest to be typed. */
  readonly onOwn: (isOwn: boolean) => void;
  /** Typed text is an answer, not only a search: undoing a choice restores it. */
  readonly keepsTyped: boolean;
};

/** One choice out of what was found, with the answer before the search. */
function useChoice(widget: WidgetProps, { replace, onOwn, keepsTyped }: ChoiceOptions) {
  const before = useRef<Answers>(undefined);
  const running = useRef<AbortController>(undefined);
  return {
    /** Something is typed: what was chosen just now no longer counts. */
    begin: () => {
      running.current?.abort();
      before.current ??= answersOf(widget);
    },
    /** Commits typed text and clears the record's other answers, unless the text only corrects it (not `isOther`). */
    end: (typed: string, isOther = false): void => {
      const earlier = before.current ?? (isOther ? answersOf(widget) : undefined);
      before.current = undefined;
      const former = controlText(earlier?.[widget.question.key]);
      if (!earlier || former === '' || former === typed.trim()) return;
      if (!(isOther && !keepsTyped) && isCorrection(former, typed, keepsTyped)) return;
      running.current?.abort();
      running.current = new AbortController();
      widget.lookup?.takeOwn(earlier, running.current.signal);
    },
    /** @param typed the text in the control */
    choose: async (chosen: Suggestion, typed: string): Promise<void> => {
      const { question, value, lookup } = widget;
      const earlier = before.current ?? answersOf(widget);
      const hadNone = controlText(earlier[question.key] ?? value) === '';
      before.current = undefined;
      running.current = new AbortController();
      replace(chosen.text);
      onOwn(false);
      const back = hadNone && keepsTyped ? { ...earlier, [question.key]: typed.trim() } : earlier;
      const isFound = await lookup?.choose(chosen, back, running.current.signal);
      if (isFound === false) onOwn(true);
    },
  };
}

/** What the question and the codes that its widget writes hold. */
function answersOf({ question, value, parts }: WidgetProps): Answers {
  const codes = parts.map((part) => [part.question.key, part.value ?? ''] as const);
  return Object.fromEntries([[question.key, value ?? ''] as const, ...codes]);
}

/** Whether a text differs from the former in one place; with `isLoose` in up to half of it. */
export function isCorrection(former: string, text: string, isLoose: boolean): boolean {
  const [one, other] = [searchText(former), searchText(text)];
  const shorter = Math.min(one.length, other.length);
  let start = 0;
  while (start < shorter && one[start] === other[start]) start += 1;
  let end = 0;
  while (end < shorter - start && one.at(-1 - end) === other.at(-1 - end)) end += 1;
  const kept = start + end;
  return kept > 0 && kept * (isLoose ? 2 : 1) >= shorter;
}
