import { controlAttributes, spellingOf, uiTextOption, type WidgetProps } from '../widget.ts';
import { useLineDraft } from '../use-draft.ts';

/** Single-line text, trimmed. */
export function Text(props: WidgetProps) {
  const { question, live } = props;
  const draft = useLineDraft(props);
  return (
    <input
      {...controlAttributes(props)}
      {...spellingOf(question)}
      enterKeyHint={live ? undefined : 'next'}
      {...draft}
      dir="auto"
      type={uiTextOption(question, 'type') ?? 'text'}
      className={question.ui['variant'] === 'underlined' ? 'control control-underlined' : 'control'}
    />
  );
}
