import { useLayoutEffect, useState, type FormEvent, type KeyboardEvent } from 'react';
import type { WidgetProps } from './widget.ts';
import { createDraft, type Draft, type DraftOptions, type TextControl } from './draft.ts';

/** Milliseconds: what is typed is taken every two seconds, so that it is saved before it is left. */
export const TYPING_PAUSE_MS = 2000;
/** Where a mistake is shown it is taken much sooner, so that the message goes as soon as the answer is right. */
const MENDING_PAUSE_MS = 200;

/** How long after a key the text of a question is taken. */
export function typingPause({ invalid }: Pick<WidgetProps, 'invalid'>): number {
  return invalid ? MENDING_PAUSE_MS : TYPING_PAUSE_MS;
}

/**
 * Text lives in the DOM while it is typed and becomes an answer when the control is left: a key costs what it
 * costs in plain HTML, on a page of any size. The text is also taken on Enter, when the page is hidden and
 * when the control goes away.
 *
 * @returns what to spread over the control
 */
export function useDraft<Control extends TextControl>(options: DraftOptions<Control>) {
  return draftAttributes(useCreatedDraft(options), options.text);
}

/** The same for a widget that shows something of what is being typed, and so is drawn again with each key. */
export function useTypedDraft<Control extends TextControl>(options: DraftOptions<Control>) {
  const draft = useCreatedDraft(options);
  const [typed, setTyped] = useState<string>();
  const attributes = draftAttributes(draft, options.text);
  return {
    /** The text in the control while the student types, else undefined. */
    typed,
    /** Takes what is typed. */
    flush: () => {
      draft.flush();
      setTyped(undefined);
    },
    /** Puts another text into the control, and gives up what is typed. */
    replace: (text: string) => {
      draft.replace(text);
      setTyped(undefined);
    },
    /** What to spread over the control. */
    attributes: {
      ...attributes,
      onInput: (event: FormEvent<Control>) => {
        attributes.onInput();
        setTyped(event.currentTarget.value);
      },
      onBlur: () => {
        attributes.onBlur();
        setTyped(undefined);
      },
    },
  };
}

function useCreatedDraft<Control extends TextControl>(options: DraftOptions<Control>): Draft<Control> {
  const [draft] = useState(() => createDraft(options));
  useLayoutEffect(() => draft.update(options));
  return draft;
}

function draftAttributes<Control extends TextControl>(draft: Draft<Control>, text: string) {
  return {
    ref: draft.attach,
    defaultValue: text,
    onInput: draft.input,
    onBlur: draft.flush,
    onKeyDown: (event: KeyboardEvent<Control>) => {
      if (event.key === 'Enter' && event.currentTarget instanceof HTMLInputElement) draft.flush();
    },
  };
}
