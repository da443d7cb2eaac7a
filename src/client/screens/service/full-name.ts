import { isAnswered } from '#form/definition/answer.ts';
import type { Answers, FormDefinition } from '#form/definition/definition.ts';
import { greetingName } from '#client/screens/greeting-name.ts';

/** The name of the applicant as far as it is known: in full, or that of the greeting; empty without any. */
export function fullName(definition: FormDefinition, answers: Answers): string {
  const parts = (definition.fullName ?? []).map((key) => answers[key]).filter(isAnswered);
  return parts.length > 0
    ? parts.map((part) => String(part).trim()).join(' ')
    : greetingName(definition, answers);
}
