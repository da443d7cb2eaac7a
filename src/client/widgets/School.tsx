import { useState } from 'react';
import { isAnswered } from '#form/answers/facts.ts';
import { AS_NAME, controlAttributes } from './control-attributes.ts';
import { TYPING_PAUSE_MS, useDraft } from './use-draft.ts';
import { shownText, type WidgetProps } from './widget.ts';

/**
 * The name of a school. Its code, the first of the parts, belongs to a school that was chosen, so typing
 * another name empties it; what is asked besides then has to be typed too (specification 2, "Widgets").
 */
export function School(props: WidgetProps) {
  const { id, value, onChange, onPartChange, parts, live, readOnly, describedBy } = props;
  const stored = shownText(value);
  const [typed, setTyped] = useState<string>();
  const { onInput, onBlur, ...draft } = useDraft<HTMLInputElement>({
    text: stored,
    live,
    pause: TYPING_PAUSE_MS,
    commit: (control) => {
      const name = control.value.trim();
      const codes = name === stored ? [] : parts.filter((part) => isAnswered(part.value));
      onChange(name);
      for (const { question } of codes) onPartChange(question.key, '');
      return name;
    },
  });
  const isOwn = typed !== undefined || parts.every((part) => !isAnswered(part.value));
  const hasHint = isOwn && (typed ?? stored).trim() !== '';
  return (
    <>
      <input
        {...controlAttributes(props)}
        {...AS_NAME}
        {...draft}
        aria-describedby={[describedBy, hasHint && `${id}-hint`].filter(Boolean).join(' ') || undefined}
        type="text"
        className="control"
        readOnly={readOnly}
        onInput={(event) => {
          onInput();
          setTyped(event.currentTarget.value);
        }}
        onBlur={() => {
          onBlur();
          setTyped(undefined);
        }}
      />
      <p className="control-note" id={`${id}-hint`} role="status">
        {hasHint ? 'Enter your school information below.' : ''}
      </p>
    </>
  );
}
