import { controlAttributes, spellingOf } from '../control-attributes.ts';
import { typingPause, useDraft } from '../use-draft.ts';
import { controlText, uiTextOption, type WidgetProps } from '../widget.ts';

/** One line of text. Blanks around it are not part of the answer. */
export function Text(props: WidgetProps) {
  const { question, value, onChange, live, readOnly } = props;
  const draft = useDraft<HTMLInputElement>({
    text: controlText(value),
    live,
    pause: typingPause(props),
    commit: (control) => {
      const text = control.value.trim();
      onChange(text);
      return text;
    },
  });
  return (
    <input
      {...controlAttributes(props)}
      {...spellingOf(question)}
      enterKeyHint={live ? undefined : 'next'}
      {...draft}
      dir="auto"
      type={uiTextOption(question, 'type') ?? 'text'}
      className={
        uiTextOption(question, 'variant') === 'underlined' ? 'control control-underlined' : 'control'
      }
      readOnly={readOnly}
    />
  );
}
