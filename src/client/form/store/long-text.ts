import type { AnswerValue, Question } from '#form/definition/definition.ts';

/** What one line takes where nothing else is said (specification 5, "Text inputs default to max length 45"). */
const ONE_LINE = 45;

/** True for an answer of more than a line, which nobody writes a second time in a moment. */
export function isLongText(
  question: Pick<Question, 'widget'> | undefined,
  answer: AnswerValue | undefined,
): boolean {
  if (question?.widget !== 'textarea' || typeof answer !== 'string') return false;
  const text = answer.trim();
  return text.includes('\n') || Array.from(text).length > ONE_LINE;
}
