import { useLayoutEffect, useState, type FormEvent, type KeyboardEvent } from 'react';
import { controlText, type WidgetProps } from './widget.ts';
import { addDraft, removeDraft } from './pending-drafts.ts';
import { after } from '../ui/schedule.ts';

/** Milliseconds after which typed text is committed before blur. */
export const TYPING_PAUSE_MS = 2000;
/** Shorter pause while a message is shown, which a right answer removes. */
const CORRECTION_PAUSE_MS = 200;

/** Keeps typed text in the DOM until blur, Enter, page hide or unmount. */
export function useDraft<Control extends TextControl>(widget: WidgetProps, own: OwnOptions<Control>) {
  const options = draftOptions(widget, own);
  return draftAttributes(useCreatedDraft(options), options.text);
}

/** Draft of one line, committed without surrounding blanks. */
export function useLineDraft(widget: WidgetProps) {
  return useDraft<HTMLInputElement>(widget, {
    commit: ({ value }) => {
      widget.onChange(value.trim());
      return value.trim();
    },
  });
}

/** Draft of a widget that re-renders with each key. */
export function useTypedDraft<Control extends TextControl>(widget: WidgetProps, own: OwnOptions<Control>) {
  const options = draftOptions(widget, own);
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
  /** Takes what is typed. Gives back how the stored answer reads, or undefined to leave the control as it is. */
  readonly commit: (control: Control) => string | undefined;
  /** The stored answer as text; default: of the widget. */
  readonly text?: string;
  /** Take every change at once, not only when the control is left; default: of the widget. */
  readonly live?: boolean;
  /** False while what is typed makes no answer yet; then it is taken only when the control is left. */
  readonly isWhole?: (control: Control) => boolean;
};

type DraftOptions<Control extends TextControl> = OwnOptions<Control> & {
  readonly text: string;
  readonly live: boolean;
  /** Also take the text so many milliseconds after a key, so that it is saved, or kept, while it is typed. */
  readonly pause: number;
};

type Draft<Control extends TextControl> = ReturnType<typeof createDraft<Control>>;

/** The text in one control between the first key and the moment when it becomes an answer. */
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
    /** The control, while it is on the page. */
    attach: (element: Control | null) => {
      if (!element) flush();
      control = element;
    },
    /** What was rendered last. A stored answer that changed from outside replaces the text, unless one is typed. */
    update: (next: DraftOptions<Control>) => {
      options = next;
      if (isDirty) return;
      if (control && next.text !== committed) control.value = next.text;
      committed = next.text;
    },
    /** Puts another text into the control, and gives up what is typed. */
    replace: (text: string) => {
      stopTimer();
      removeDraft(flush);
      isDirty = false;
      committed = text;
      if (control) control.value = text;
    },
    /** Something was typed. */
    input: () => {
      addDraft(flush);
      isDirty = true;
      if (options.live) take();
      // Not started over with each key: somebody may type for minutes without a rest.
      stopWait ??= after(options.pause, () => {
        stopWait = undefined;
        if (control && options.isWhole?.(control) === false) return;
        take();
        removeDraft(flush);
      });
    },
    /** Takes what is typed, if anything was. */
    flush,
  };
}
