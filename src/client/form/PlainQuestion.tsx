import type { Question } from '#form/definition/definition.ts';
import { widgetNamed } from '#client/widgets/registry.ts';
import { useExtraRules } from './extra-rules.ts';
import { useFormScope, useQuestionView } from './form-scope.ts';
import { QuestionBox } from './layout/QuestionBox.tsx';
import { QuestionControl } from './layout/QuestionControl.tsx';

/** One question drawn without RJSF, for the log-in cards, whose first bytes count. */
export function PlainQuestion({ question }: { readonly question: Question }) {
  const { key, widget } = question;
  const { store } = useFormScope();
  const { value, messages, isRequired } = useQuestionView(question);
  const extraRules = useExtraRules(key);
  return (
    <QuestionBox question={question} messages={messages} isRequired={isRequired}>
      <QuestionControl
        question={question}
        component={widgetNamed(widget).component}
        value={value}
        isInvalid={messages !== undefined}
        isRequired={isRequired}
        extraRules={extraRules}
        onChange={(answer) => store.setAnswers({ [key]: answer })}
      />
    </QuestionBox>
  );
}
