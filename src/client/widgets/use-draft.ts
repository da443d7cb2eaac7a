import { useLayoutEffect, useState, type KeyboardEvent } from 'react';
import { createDraft, type DraftOptions, type TextControl } from './draft.ts';

/** Milliseconds: after two quiet seconds what stands there is taken, so that it is saved before it is left. */
export const TYPING_PAUSE_MS = 2000;

/**
 * Text lives in the DOM while it is typed and becomes an answer when the control is left: a key costs what it
 * costs in plain HTML, on a page of any size. The text is also taken on Enter, when the page is hidden and
 * when the control goes away.
 *
 * @returns what to spread over the control
 */
export function useDraft<Control extends TextControl>(options: DraftOptions<Control>) {
  const [draft] = useState(() => createDraft(options));
  useLayoutEffect(() => draft.update(options));
  return {
    ref: draft.attach,
    defaultValue: options.text,
    onInput: draft.input,
    onBlur: draft.flush,
    onKeyDown: (event: KeyboardEvent<Control>) => {
      if (event.key === 'Enter' && event.currentTarget instanceof HTMLInputElement) draft.flush();
    },
  };
}
