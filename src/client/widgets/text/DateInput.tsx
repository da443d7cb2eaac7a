import { useState } from 'react';
import { ScrollAnchor } from '#client/ui/ScrollAnchor.tsx';
import { controlAttributes, controlText, type WidgetProps } from '../widget.ts';
import { useDraft } from '../use-draft.ts';
import { say, inputTexts } from '#texts/say.ts';

/** Four-digit years only, since typing 2002 passes 0002. Question limits are checked later. */
const EARLIEST = '1000-01-01';
const LATEST = '9999-12-31';

/** Full date; invalid input clears the stored answer (docs/behavior.md 4.13). */
export function DateInput(props: WidgetProps) {
  const { id, onChange, describedBy, value } = props;
  const [note, setNote] = useState<string>();
  const [seen, setSeen] = useState(value);
  if (value !== seen) {
    setSeen(value);
    // Refused input clears the answer, so a non-empty value comes from elsewhere.
    if (controlText(value) !== '') setNote(undefined);
  }
  const draft = useDraft<HTMLInputElement>(props, {
    isWhole: ({ validity }) => validity.valid,
    commit: (control) => {
      const { valid, badInput } = control.validity;
      // Browsers do not distinguish an incomplete date from one that does not exist.
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
        onBlur={(event) => {
          // Some browsers fire no input event for partial dates, only set `badInput`.
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
