import type { Question } from '#form/definition/definition.ts';
import type { RegisteredWidget } from '#client/widgets/widget.ts';
import { useExtraRules } from './extra-rules.ts';
import { useFormScope, useQuestionView } from './form-scope.ts';
import { QuestionBox } from './layout/QuestionBox.tsx';
import { useWidgetProps } from './use-widget-props.ts';

/** One question drawn without RJSF, for the log-in cards, whose first bytes count. */
export function PlainQuestion({ question }: { readonly question: Question }) {
  const { widgetNamed } = useFormScope();
  return <PlainWidget question={question} widget={widgetNamed(question.widget)} />;
}

type PlainWidgetProps = { readonly question: Question; readonly widget: RegisteredWidget };

function PlainWidget({ question, widget }: PlainWidgetProps) {
  const { key } = question;
  const { store } = useFormScope();
  const { value, messages, isRequired } = useQuestionView(question);
  const props = useWidgetProps(question, {
    value,
    messages,
    isRequired,
    extraRules: useExtraRules(key),
    onChange: (answer) => store.setAnswers({ [key]: answer }),
  });
  return (
    <QuestionBox question={question} messages={messages} isRequired={isRequired}>
      <widget.component {...props} />
    </QuestionBox>
  );
}
