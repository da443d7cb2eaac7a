import { isAnswered } from '#form/definition/answer.ts';
import type { Answers, FormDefinition } from '#form/definition/definition.ts';

/** The name to greet the student by: the first answered one of those the definition lists; empty without any. */
export function greetingName({ greetingName: keys }: FormDefinition, answers: Answers): string {
  const name = keys.map((key) => answers[key]).find((value) => isAnswered(value));
  return name === undefined ? '' : String(name);
}
