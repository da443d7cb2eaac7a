import { isShown } from '../answers/visible-questions.ts';
import { isBroken } from '../conditions/compare-answers.ts';
import { evaluateCondition } from '../conditions/evaluate-condition.ts';
import type { AnswerComparison, Condition, Facts, Question } from '../definition/definition.ts';
import { type FormPart, questionsOf } from '../definition/form-part.ts';

const NONE: readonly string[] = [];

/**
 * The messages of the relations that a question breaks. Whether the question itself is asked is not looked at.
 *
 * @param form the whole form, because relations may name questions of other pages
 * @throws ConditionError when a condition cannot be evaluated
 */
export function brokenRelations(form: FormPart, { relations }: Question, facts: Facts): readonly string[] {
  if (!relations) return NONE;
  return relations
    .filter((relation) => holds(relation.when, facts) && contradicts(form, relation, facts))
    .map(({ message }) => message);
}

/** True for a comparison that is false, with a question that is asked: an instance with an answer always is. */
export function contradicts(form: FormPart, comparison: AnswerComparison, facts: Facts): boolean {
  if (!isBroken(comparison, facts)) return false;
  const target = questionsOf(form).get(comparison.targetKey);
  return target !== undefined && isShown(target, facts);
}

/** True while a condition is true, and without one. */
export function holds(condition: Condition | undefined, facts: Facts): boolean {
  return condition === undefined || evaluateCondition(condition, facts);
}
