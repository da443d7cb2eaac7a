import type { Question } from '#form/definition/definition.ts';
import { atItsQuestion } from '#form/validation/wrong-questions.ts';
import { uiTextOption } from '#client/widgets/widget.ts';

type Messages = readonly string[] | undefined;

/** The ids of messages, notices and help in a question's box now, for `aria-describedby`; undefined for none. */
export function describedBy(question: Question, messages: Messages): string | undefined {
  const ids = [
    ...(boxMessages(question, messages).length > 0 ? [`error-${question.key}`] : []),
    ...(question.notices ? [`notice-${question.key}`] : []),
    ...(uiTextOption(question, 'help') === undefined ? [] : [`help-${question.key}`]),
  ];
  return ids.length > 0 ? ids.join(' ') : undefined;
}

/** The messages as a question's box shows them: without the label, and without those that its checklist shows already. */
export function boxMessages(question: Question, messages: Messages): readonly string[] {
  if (!messages) return [];
  const said = messages.map((message) => atItsQuestion(question, message));
  if (question.ui['checklist'] !== true) return said;
  const listed = new Set(
    question.rules.filter(({ when }) => when === undefined).map(({ message }) => message),
  );
  return said.filter((message) => !listed.has(message));
}
