import { isAnswered } from '../definition/answer.ts';
import type { Answers, FormDefinition } from '../definition/definition.ts';

/** Returns the greeting name: the first answered of the form's list; empty without any. */
export function greetingName({ greetingName: keys }: FormDefinition, answers: Answers): string {
  return answeredNames(answers, keys)[0] ?? '';
}

/** Returns the full name as far as known; else the greeting name. */
export function fullName(definition: FormDefinition, answers: Answers): string {
  return answeredNames(answers, definition.fullName).join(' ') || greetingName(definition, answers);
}

/** Returns the name for sorting, family name first; else the greeting name. */
export function sortName(definition: FormDefinition, answers: Answers): string {
  return answeredNames(answers, definition.sortName).join(' ') || greetingName(definition, answers);
}

/** Bidi embeddings, overrides and isolates (Unicode 3.3), which would affect the text after an unclosed name. */
const BIDI_CONTROLS = /[\u202a-\u202e\u2066-\u2069]/gu;

function answeredNames(answers: Answers, keys: readonly string[] = []): readonly string[] {
  return keys
    .map((key) => answers[key])
    .filter(isAnswered)
    .map((part) => String(part).replaceAll(BIDI_CONTROLS, '').trim())
    .filter((part) => part !== '');
}
