import type { Constraints, Question } from '#form/definition/definition.ts';

/** One line of the checklist: its sentence, and whether the password keeps to it; undefined: not looked at yet. */
export type RuleState = { readonly message: string; readonly isKept: boolean | undefined };

/**
 * The rules of a password question against what is typed (docs/behavior.md 5.4). Rules under a condition
 * are left out: a checklist shows what always holds.
 */
export function passwordRules(question: Question, password: string): readonly RuleState[] {
  return question.rules
    .filter((rule) => rule.when === undefined)
    .map((rule) => ({ message: rule.message, isKept: keepsRule(rule.schema, password) }));
}

function keepsRule(schema: Constraints, text: string): boolean {
  const { length } = Array.from(text);
  return (
    length >= (schema.minLength ?? 0) &&
    length <= (schema.maxLength ?? Infinity) &&
    (schema.pattern === undefined || new RegExp(schema.pattern, 'u').test(text))
  );
}
