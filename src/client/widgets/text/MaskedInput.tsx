import { useRef, type FormEvent } from 'react';
import { controlAttributes, controlText, type WidgetProps } from '../widget.ts';
import { maskEdit, type DigitMask } from './digit-mask.ts';
import { useDraft } from '../use-draft.ts';

type MaskedInputProps = {
  /** Widget props, possibly with another `ui:` option. */
  readonly widget: WidgetProps;
  readonly mask: DigitMask;
  readonly type: 'tel' | 'text';
  /** Whether the answer is digits only or the formatted text. */
  readonly store: 'digits' | 'formatted';
};

/** Line of digits, formatted while typed (see `maskEdit`). */
export function MaskedInput({ widget, mask, type, store }: MaskedInputProps) {
  const { value, onChange, live } = widget;
  const previous = useRef('');
  const { onInput, ...draft } = useDraft<HTMLInputElement>(widget, {
    text: mask.format(mask.digitsOf(controlText(value))),
    commit: (control) => {
      const digits = mask.digitsOf(control.value);
      onChange(store === 'digits' ? digits : mask.format(digits));
      return mask.format(digits);
    },
  });
  return (
    <input
      inputMode={type === 'tel' ? 'tel' : 'numeric'}
      {...controlAttributes(widget)}
      {...draft}
      type={type}
      enterKeyHint={live ? undefined : 'next'}
      className="control"
      onFocus={(event) => {
        previous.current = event.currentTarget.value;
      }}
      onInput={(event) => {
        reformatControl(event, previous.current, mask);
        previous.current = event.currentTarget.value;
        onInput();
      }}
    />
  );
}

/** Formats in place. Sets the caret only if focused, since Safari would move focus. */
function reformatControl(event: FormEvent<HTMLInputElement>, before: string, mask: DigitMask): void {
  const { currentTarget: control, nativeEvent } = event;
  const { text, caret } = maskEdit(mask, {
    text: control.value,
    caret: control.selectionStart ?? control.value.length,
    before,
    kind: nativeEvent instanceof InputEvent ? nativeEvent.inputType : '',
  });
  if (text === control.value) return;
  control.value = text;
  if (document.activeElement === control) control.setSelectionRange(caret, caret);
}
