import { isAnswered } from '../definition/answer.ts';
import type { Answers, FormDefinition } from '../definition/definition.ts';

/** The name to greet the student by: the first answered one of those the form lists; empty without any. */
export function greetingName({ greetingName: keys }: FormDefinition, answers: Answers): string {
  return answeredNames(answers, keys)[0] ?? '';
}

/** The name in full, as far as it is known; else that of the greeting. */
export function fullName(definition: FormDefinition, answers: Answers): string {
  return answeredNames(answers, definition.fullName).join(' ') || greetingName(definition, answers);
}

/** The name under which the student is filed, family name first; else that of the greeting. */
export function sortName(definition: FormDefinition, answers: Answers): string {
  return answeredNames(answers, definition.sortName).join(' ') || greetingName(definition, answers);
}

/** Embeddings, overrides and isolates (Unicode 3.3): without its end one turns whatever follows the name. */
const TURNING = /[\u202a-\u202e\u2066-\u2069]/gu;

function answeredNames(answers: Answers, keys: readonly string[] = []): readonly string[] {
  return keys
    .map((key) => answers[key])
    .filter(isAnswered)
    .map((part) => String(part).replaceAll(TURNING, '').trim())
    .filter((part) => part !== '');
}
