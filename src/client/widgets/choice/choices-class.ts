import type { Question } from '#form/definition/definition.ts';
import type { Option } from '#form/definition/option-list.ts';

/** Labels up to this length fit several to a line. */
const SHORT = 16;

/** The class names of a group of choices: side by side when asked for (`ui:inline`) or when all labels are short. */
export function choicesClass(question: Question, options: readonly Option[]): string {
  const isInline = question.ui['inline'] ?? options.every(({ label }) => label.length <= SHORT);
  return isInline === true ? 'choices choices-inline' : 'choices';
}
