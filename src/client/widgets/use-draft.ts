import { useLayoutEffect, useState, type FormEvent, type KeyboardEvent } from 'react';
import { answeredNumber, parseNumber } from '#texts/language.ts';
import { controlText, type WidgetProps } from './widget.ts';
import { addDraft, removeDraft } from './commit-drafts.ts';
import { after } from '../ui/schedule.ts';

/** Milliseconds before typed text is committed without a blur. */
export const TYPING_PAUSE_MS = 2000;
/** Shorter pause while an error shows, so corrections clear it. */
const CORRECTION_PAUSE_MS = 200;

/** Buffers typed text in the DOM until blur, Enter, hide or unmount. */
export function useDraft<Control extends TextControl>(widget: WidgetProps, own: OwnOptions<Control>) {
  const options = draftOptions(widget, own);
  return draftAttributes(useCreatedDraft(options), options.text);
}

/** Draft of one line, committed trimmed; a number in the reader's format. */
export function useLineDraft(widget: WidgetProps) {
  const { question, value: stored, onChange } = widget;
  const isNumber = question.type === 'number' || question.type === 'integer';
  const kind = { currency: question.currency, isWhole: question.type === 'integer' };
  return useDraft<HTMLInputElement>(widget, {
    ...(typeof stored === 'number' && { text: answeredNumber(stored, kind) }),
    // "1" of "15" would show and hide what depends on it.
    ...(isNumber && { isWhole: () => widget.invalid }),
    commit: ({ value }) => {
      const number = isNumber ? parseNumber(value, kind) : undefined;
      onChange(number ?? value.trim());
      return number === undefined ? value.trim() : answeredNumber(number, kind);
    },
  });
}

/** Draft of a widget that re-renders on each key. */
export function useTypedDraft<Control extends TextControl>(widget: WidgetProps, own: OwnOptions<Control>) {
  const options = draftOptions(widget, own);
  const draft = useCreatedDraft(options);
  const [typed, setTyped] = useState<string>();
  const attributes = draftAttributes(draft, options.text);
  return {
    /** Text being typed, else undefined. */
    typed,
    /** Commits the text. */
    flush: () => {
      draft.flush();
      setTyped(undefined);
    },
    /** Replaces the text, discarding the draft. */
    replace: (text: string) => {
      draft.replace(text);
      setTyped(undefined);
    },
    /** Attributes to spread on the control. */
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

function draftOptions<Control extends TextControl>(
  { value, live, invalid }: WidgetProps,
  own: OwnOptions<Control>,
): DraftOptions<Control> {
  return { text: controlText(value), live, pause: invalid ? CORRECTION_PAUSE_MS : TYPING_PAUSE_MS, ...own };
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

type TextControl = HTMLInputElement | HTMLTextAreaElement;

type OwnOptions<Control extends TextControl> = {
  /** Commits the text. Returns the text to display, or undefined to leave it. */
  readonly commit: (control: Control) => string | undefined;
  /** The stored answer as text; default: the widget's. */
  readonly text?: string;
  /** Whether to commit on every change, not on blur; default: the widget's. */
  readonly live?: boolean;
  /** False for incomplete input, which is committed only on blur. */
  readonly isWhole?: (control: Control) => boolean;
};

type DraftOptions<Control extends TextControl> = OwnOptions<Control> & {
  readonly text: string;
  readonly live: boolean;
  /** Milliseconds after a key until the text is committed. */
  readonly pause: number;
};

type Draft<Control extends TextControl> = ReturnType<typeof createDraft<Control>>;

/** Uncommitted text of one control. */
function createDraft<Control extends TextControl>(first: DraftOptions<Control>) {
  let control: Control | null = null;
  let options = first;
  let isDirty = false;
  let committed = first.text;
  let stopWait: (() => void) | undefined;

  const take = (): string | undefined => {
    if (!control) return undefined;
    const shown = options.commit(control);
    committed = shown ?? '';
    return shown;
  };
  const stopTimer = (): void => {
    stopWait?.();
    stopWait = undefined;
  };
  const flush = (): void => {
    stopTimer();
    removeDraft(flush);
    if (!isDirty) return;
    const shown = take();
    isDirty = false;
    if (control && shown !== undefined && control.value !== shown) control.value = shown;
  };
  return {
    /** Sets the control while mounted. */
    attach: (element: Control | null) => {
      if (!element) flush();
      control = element;
    },
    /** Updates options. A changed stored answer replaces the text unless it has been typed since. */
    update: (next: DraftOptions<Control>) => {
      const isKept = stopWait !== undefined || next.text === options.text;
      options = next;
      if (isDirty && isKept) return;
      if (control && next.text !== committed) control.value = next.text;
      committed = next.text;
    },
    /** Replaces the text, discarding the draft. */
    replace: (text: string) => {
      stopTimer();
      removeDraft(flush);
      isDirty = false;
      committed = text;
      if (control) control.value = text;
    },
    input: () => {
      addDraft(flush);
      isDirty = true;
      if (options.live) take();
      // Not restarted by each key, since students can type for minutes.
      stopWait ??= after(options.pause, () => {
        stopWait = undefined;
        if (control && options.isWhole?.(control) === false) return;
        take();
        removeDraft(flush);
      });
    },
    /** Commits the draft, if any. */
    flush,
  };
}
