import type { AnswerValue, Question } from '#form/definition/definition.ts';
import type { RuleState } from '#client/widgets/password-rules.ts';
import type { Widget, WidgetPart } from '#client/widgets/widget.ts';
import { useFormScope } from '../form-scope.ts';
import { describedBy } from './QuestionBox.tsx';

type ControlProps = {
  readonly question: Question;
  readonly component: Widget;
  readonly value: AnswerValue | undefined;
  readonly isInvalid: boolean;
  readonly isRequired: boolean;
  readonly extraRules?: readonly RuleState[] | undefined;
  readonly onChange: (value: AnswerValue) => void;
};

const NO_PARTS: readonly WidgetPart[] = [];
const NO_RULES: readonly RuleState[] = [];

/** Hands a widget what it needs to draw one question. */
export function QuestionControl({ component: Component, ...props }: ControlProps) {
  const { question, isInvalid, extraRules = NO_RULES } = props;
  const { store, readOnly, live } = useFormScope();
  return (
    <Component
      question={question}
      id={question.key}
      labelId={`label-${question.key}`}
      describedBy={describedBy(question, isInvalid)}
      invalid={isInvalid}
      required={props.isRequired}
      readOnly={readOnly}
      live={live}
      value={props.value}
      options={store.options(question)}
      parts={question.parts.length === 0 ? NO_PARTS : question.parts.flatMap(partOf)}
      extraRules={extraRules}
      onChange={props.onChange}
      onPartChange={(key, answer) => store.setAnswers({ [key]: answer })}
    />
  );

  function partOf(key: string): WidgetPart[] {
    const part = store.question(key);
    return part ? [{ question: part, value: store.answer(key), options: store.options(part) }] : [];
  }
}
