import type { FormDefinition, Question } from '#form/definition/definition.ts';
import { questionsOf } from '#form/definition/form-part.ts';

/**
 * True when a student can answer a question at the keyboard. A file is uploaded, and the code next to a school's name
 * is only ever filled by choosing the school from a look-up; their widgets say which questions those are.
 */
export function isAnswerable(form: FormDefinition, { widget, partOf }: Question): boolean {
  const writer = partOf === undefined ? undefined : questionsOf(form).get(partOf);
  return widget !== 'file' && writer?.widget !== 'school';
}
