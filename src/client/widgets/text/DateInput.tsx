import { useState } from 'react';
import { ScrollAnchor } from '#client/ui/ScrollAnchor.tsx';
import { controlAttributes, controlText, type WidgetProps } from '../widget.ts';
import { useDraft } from '../use-draft.ts';
import { say, inputTexts } from '#texts/say.ts';

/** Four-digit years only: typing 2002 passes 0002. The question's own bounds are checked later. */
const EARLIEST = '1000-01-01';
const LATEST = '9999-12-31';

/** A full date. Takes it only when valid, otherwise clears the stored answer (docs/behavior.md 4.13). */
export function DateInput(props: WidgetProps) {
  const { id, onChange, readOnly, describedBy, value } = props;
  const [note, setNote] = useState<string>();
  const [seen, setSeen] = useState(value);
  if (value !== seen) {
    setSeen(value);
    // What was not taken emptied the answer. Another has come from elsewhere, and the control shows it.
    if (controlText(value) !== '') setNote(undefined);
  }
  const draft = useDraft<HTMLInputElement>(props, {
    isWhole: ({ validity }) => validity.valid,
    commit: (control) => {
      const { valid, badInput } = control.validity;
      // No browser reports whether a part of a date is missing, or all are there and the month has no such day.
      const reason = badInput ? inputTexts.noDate : inputTexts.yearDigits;
      setNote(valid ? undefined : say(reason));
      onChange(valid ? control.value : '');
      return valid ? control.value : undefined;
    },
  });
  const noteId = `${id}-unread`;
  return (
    <>
      <ScrollAnchor of={note} />
      <input
        {...controlAttributes(props)}
        {...draft}
        aria-describedby={[describedBy, note && noteId].filter(Boolean).join(' ') || undefined}
        type="date"
        min={EARLIEST}
        max={LATEST}
        className="control"
        readOnly={readOnly}
        onBlur={(event) => {
          // A half-typed date fires no input event in some browsers, only `badInput` shows it.
          if (event.currentTarget.validity.badInput) draft.onInput();
          draft.onBlur();
        }}
      />
      <p className="control-note foot-note" id={noteId} role="status">
        {note}
      </p>
    </>
  );
}
