import { evaluateCondition } from '#form/conditions/evaluate-condition.ts';
import type { AnswerValue, Condition, FormDefinition } from '#form/definition/definition.ts';
import { questionsOf } from '#form/definition/form-part.ts';

/**
 * Conditions that must all be true, without those that follow from another of them: that an answer is “Canada” says
 * already that it is not “Mexico”.
 */
export function withoutImplied(
  conditions: readonly Condition[],
  definition: FormDefinition,
): readonly Condition[] {
  return conditions.filter(
    (condition, index) =>
      !conditions.some(
        (other, place) =>
          place !== index &&
          implies(other, condition, definition) &&
          // Of two that say the same the first stays.
          (place < index || !implies(condition, other, definition)),
      ),
  );
}

function implies(first: Condition, second: Condition, definition: FormDefinition): boolean {
  if (!('valueKey' in first) || !('valueKey' in second) || first.valueKey !== second.valueKey) return false;
  const { valueKey, operator, target } = first;
  // A list that contains one answer may contain another, too.
  if (questionsOf(definition).get(valueKey)?.type === 'array') return false;
  const values = operator === 'equals' || operator === 'in' ? valuesOf(target) : [];
  return values.length > 0 && values.every((value) => evaluateCondition(second, { [valueKey]: value }));
}

function valuesOf(target: AnswerValue | undefined): readonly AnswerValue[] {
  if (target === undefined) return [];
  return typeof target === 'object' ? target : [target];
}
