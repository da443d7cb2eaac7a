import type { AnswerValue, Question } from '#form/definition/definition.ts';
import type { Widget, WidgetPart } from '#client/widgets/widget.ts';
import { useFormScope, useFromStore, useRequired } from '../form-scope.ts';
import { describedBy } from './QuestionBox.tsx';

const NO_RULES: readonly never[] = [];

type ControlProps = {
  readonly question: Question;
  readonly component: Widget;
  readonly value: AnswerValue | undefined;
  readonly isInvalid: boolean;
  readonly onChange: (value: AnswerValue) => void;
};

/** Hands a widget what it needs to draw one question. */
export function QuestionControl({
  question,
  component: Component,
  value,
  isInvalid,
  onChange,
}: ControlProps) {
  const { store, readOnly, live, extraRules } = useFormScope();
  const isRequired = useRequired(question);
  // The year beside a month: the widget shows it too, so it draws again when that answer changes.
  useFromStore(store, () => question.parts.map((key) => store.answer(key) ?? '').join('\n'));
  const answers = useFromStore(store, () => (extraRules ? store.state().answers : undefined));
  const parts = question.parts.flatMap((key): WidgetPart[] => {
    const part = store.question(key);
    return part ? [{ question: part, value: store.answer(key), options: store.options(part) }] : [];
  });
  return (
    <Component
      question={question}
      id={question.key}
      labelId={`label-${question.key}`}
      describedBy={describedBy(question, isInvalid)}
      invalid={isInvalid}
      required={isRequired}
      readOnly={readOnly}
      live={live}
      value={value}
      options={store.options(question)}
      parts={parts}
      extraRules={(answers && extraRules?.(answers)[question.key]) ?? NO_RULES}
      onChange={onChange}
      onPartChange={(key, answer) => store.setAnswers({ [key]: answer })}
    />
  );
}
