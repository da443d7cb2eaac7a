import { useState, type FocusEvent, type FormEvent, type KeyboardEvent } from 'react';
import { isAnswered } from '#form/definition/answer.ts';
import { typingPause, useTypedDraft } from '../use-draft.ts';
import { useChoice } from '../choice/use-choice.ts';
import { useLookup } from './use-lookup.ts';
import { controlText, type WidgetProps } from '../widget.ts';

type LookupBoxOptions = {
  /** Opens the list with each text, also when nothing is found. */
  readonly opensEmpty: boolean;
  /** What is typed is an answer and not only a search. */
  readonly keepsTyped: boolean;
};

/** The text of a question that is looked up, its list, and whose answer it is: the student's own or a chosen one. */
export function useLookupBox(widget: WidgetProps, { opensEmpty, keepsTyped }: LookupBoxOptions) {
  const { value, lookup, parts } = widget;
  const stored = controlText(value);
  const [isOwnText, setOwnText] = useState(() => !lookup?.isAnsweredBeside());
  const { typed, flush, replace, attributes } = useTypedDraft<HTMLInputElement>({
    text: stored,
    live: widget.live,
    pause: typingPause(widget),
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
