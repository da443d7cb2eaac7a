import { useRef, type FormEvent } from 'react';
import { controlAttributes } from './control-attributes.ts';
import { caretAfterDigits, formatPhone, phoneDigits } from './phone-format.ts';
import { TYPING_PAUSE_MS, useDraft } from './use-draft.ts';
import { shownText, textOption, type WidgetProps } from './widget.ts';

/** A US phone number, formatted while it is typed. The caret stays where the typist is, also in mid-number. */
export function Phone(props: WidgetProps) {
  const { question, value, onChange, live, readOnly } = props;
  const previous = useRef('');
  const { onInput, ...draft } = useDraft<HTMLInputElement>({
    text: formatPhone(phoneDigits(shownText(value))),
    live,
    pause: TYPING_PAUSE_MS,
    commit: (control) => {
      const digits = phoneDigits(control.value);
      onChange(textOption(question, 'store') === 'digits' ? digits : formatPhone(digits));
      return formatPhone(digits);
    },
  });
  return (
    <input
      {...controlAttributes(props)}
      {...draft}
      type="tel"
      className="control"
      readOnly={readOnly}
      onFocus={(event) => {
        previous.current = event.currentTarget.value;
      }}
      onInput={(event) => {
        reformat(event, previous.current);
        previous.current = event.currentTarget.value;
        onInput();
      }}
    />
  );
}

/** Formats in place. A backspace that met only a bracket or a hyphen takes the digit before it. */
function reformat(event: FormEvent<HTMLInputElement>, previous: string): void {
  const control = event.currentTarget;
  const caret = control.selectionStart ?? control.value.length;
  let before = control.value.slice(0, caret).replaceAll(/\D/g, '');
  let after = control.value.slice(caret).replaceAll(/\D/g, '');
  if (isBackspace(event.nativeEvent) && before + after === previous.replaceAll(/\D/g, '')) {
    before = before.slice(0, -1);
  }
  if (before + after !== phoneDigits(before + after)) {
    [before, after] = [before.slice(1), before === '' ? after.slice(1) : after];
  }
  const text = formatPhone(before + after);
  if (text === control.value) return;
  control.value = text;
  const place = caretAfterDigits(text, before.length);
  control.setSelectionRange(place, place);
}

function isBackspace(event: Event): boolean {
  return event instanceof InputEvent && event.inputType === 'deleteContentBackward';
}
