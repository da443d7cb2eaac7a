import type { Question, AnswerValue } from '#form/definition/definition.ts';
import { omitOwnLabel } from '#form/validation/wrong-questions.ts';
import { uiTextOption, type WidgetPart, type WidgetProps } from '../widgets/widget.ts';
import { storedLabel } from '#form/answers/retired-choices.ts';
import type { RuleState } from '../widgets/text/PasswordChecklist.tsx';
import { useFormScope } from './form-scope.ts';
import { answerOf, isAwaited, questionOf } from '#client/questionnaire/store/selectors.ts';

type Messages = readonly string[] | undefined;

/** Ids of messages, marks, notices and help for `aria-describedby`; undefined for none. */
function describedBy(question: Question, messages: Messages, isCarried: boolean): string | undefined {
  const ids = [
    ...(boxMessages(question, messages).length > 0 ? [`error-${question.key}`] : []),
    ...(isCarried ? [`carried-${question.key}`] : []),
    ...(question.notices ? [`notice-${question.key}`] : []),
    ...(uiTextOption(question, 'help') === undefined ? [] : [`help-${question.key}`]),
  ];
  return ids.length > 0 ? ids.join(' ') : undefined;
}

/** Messages for a question's box, without its label and checklist rules. */
export function boxMessages(question: Question, messages: Messages): readonly string[] {
  if (!messages) return [];
  const said = messages.map((message) => omitOwnLabel(question, message));
  if (question.ui['checklist'] !== true) return said;
  const listed = new Set(
    question.rules.filter(({ when }) => when === undefined).map(({ message }) => message),
  );
  return said.filter((message) => !listed.has(message));
}

type Shown = {
  readonly value: AnswerValue | undefined;
  /** Errors; undefined or empty if valid. */
  readonly messages: readonly string[] | undefined;
  readonly isRequired: boolean;
  readonly extraRules?: readonly RuleState[] | undefined;
  readonly onChange: (value: AnswerValue) => void;
};

/** Returns widget props. A hook, because 200 extra components per page cost too much. */
export function useWidgetProps(question: Question, shown: Shown): WidgetProps {
  const { store, live, documents, lookup } = useFormScope();
  const { key } = question;
  const labelOf = (each: Question) => storedLabel(each, store.state().form.answers);
  const partOf = (part: Question): WidgetPart => ({
    question: part,
    value: answerOf(store, part.key),
    storedLabel: labelOf(part),
    options: store.options(part),
  });
  return {
    question,
    id: key,
    labelId: `label-${key}`,
    describedBy: describedBy(question, shown.messages, store.state().carried.has(key)),
    invalid: shown.messages !== undefined && shown.messages.length > 0,
    required: shown.isRequired,
    live,
    value: shown.value,
    storedLabel: labelOf(question),
    options: store.options(question),
    isLoading: isAwaited(store, key),
    parts: question.parts.flatMap((part) => questionOf(store, part) ?? []).map(partOf),
    extraRules: shown.extraRules ?? [],
    documents,
    lookup: lookup?.(question),
    onChange: shown.onChange,
    onPartChange: (part, answer) => store.dispatch({ type: 'setAnswers', answers: { [part]: answer } }),
  };
}
