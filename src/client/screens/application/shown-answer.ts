import type { AnswerValue, Question } from '#form/definition/definition.ts';
import { isAnswered } from '#form/answers/facts.ts';
import type { FormStore } from '#client/form/form-store.ts';

/** An answer as a student reads it: the label of what was chosen, a list with commas, yes and no. */
export function shownAnswer(store: FormStore, question: Question | undefined, value: AnswerValue): string {
  if (!isAnswered(value)) return 'No answer';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  const options = question ? store.options(question) : [];
  const labelOf = (one: string): string => options.find((option) => option.value === one)?.label ?? one;
  return typeof value === 'object' ? value.map(labelOf).join(', ') : labelOf(String(value));
}
