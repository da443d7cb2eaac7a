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
  /** Hint for answers not in the list. */
  readonly hint?: string;
  /** Hint on what to type, shown without results. */
  readonly needs?: string | undefined;
  /** Shown when there are more matches than listed. */
  readonly more?: string;
  /** For a line that is an answer as typed: undo restores it, and the list opens only with results. */
  readonly keepsTyped?: boolean;
};

/** Text with suggestions, which can fill in other questions. */
export function LookupBox({
  widget,
  hint,
  needs,
  more = say(lookupTexts.moreOthers),
  keepsTyped = false,
}: LookupBoxProps) {
  const { id, labelId, lookup, describedBy } = widget;
  const { list, isOwn, attributes, undo } = useLookupBox(widget, keepsTyped);
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
          {...(lookup && comboboxAttributes({ id, isOpen, active }))}
          aria-describedby={[describedBy, hasNote && noteId].filter(Boolean).join(' ') || undefined}
          type="text"
          enterKeyHint="done"
          className="control"
          dir="auto"
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

/** Idle milliseconds before announcing the count, to avoid announcing every key. */
const QUIET_MS = 700;

type CountProps = {
  /** Number of results; undefined without a search or before its result. */
  readonly count: number | undefined;
  /** Shown after the count if there are more. */
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

/** Text, list and origin (own or chosen) of a look-up answer. */
function useLookupBox(widget: WidgetProps, keepsTyped: boolean) {
  const { value, lookup, parts } = widget;
  const stored = controlText(value);
  const [isOwnText, setOwnText] = useState(() => !lookup?.hasFilledAnswer());
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
    search: lookup?.search,
    opensEmpty: !keepsTyped,
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
      setOwnText(!lookup?.hasFilledAnswer());
      // The clicked button disappears.
      document.getElementById(widget.id)?.focus();
    },
    attributes: {
      ...attributes,
      onInput: (event: FormEvent<HTMLInputElement>) => {
        choice.begin();
        attributes.onInput(event);
        const { currentTarget } = event;
        // Browser autofill is not a search.
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

/** Commits the student's own text; clears codes if it differs. */
function takeOwnText({ value, parts, onChange, onPartChange }: WidgetProps, text: string): void {
  const codes = text === controlText(value) ? [] : parts.filter((part) => isAnswered(part.value));
  onChange(text);
  for (const { question } of codes) onPartChange(question.key, '');
}

type ChoiceOptions = {
  /** Sets the control's text. */
  readonly replace: (text: string) => void;
  /** Reports whether the text is the student's own. True for a choice without a record. */
  readonly onOwn: (isOwn: boolean) => void;
  /** Whether typed text is an answer, restored by undo. */
  readonly keepsTyped: boolean;
};

/** Tracks a choice and the answers before its search. */
function useChoice(widget: WidgetProps, { replace, onOwn, keepsTyped }: ChoiceOptions) {
  const before = useRef<Answers>(undefined);
  const running = useRef<AbortController>(undefined);
  return {
    /** Starts typing; cancels a running choice. */
    begin: () => {
      running.current?.abort();
      before.current ??= answersOf(widget);
    },
    /** Commits typed text; clears the record's other answers unless only corrected. `isOther` forces it. */
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
    /** @param typed text in the control */
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

/** Answers of the question and its widget's codes. */
function answersOf({ question, value, parts }: WidgetProps): Answers {
  const codes = parts.map((part) => [part.question.key, part.value ?? ''] as const);
  return Object.fromEntries([[question.key, value ?? ''] as const, ...codes]);
}

/** Whether a text differs in one place only, or half with `isLoose`. */
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
