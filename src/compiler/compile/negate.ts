import type { Condition, Operator } from '#form/definition/definition.ts';

/** Operators whose opposite is exact even for an unanswered question; of an order there is none. */
const OPPOSITES: Partial<Record<Operator, Operator>> = {
  equals: 'notEquals',
  notEquals: 'equals',
  in: 'notIn',
  notIn: 'in',
  answered: 'notAnswered',
  notAnswered: 'answered',
};

/** The opposite of a condition, as short as it can be said. */
export function negateCondition(condition: Condition): Condition {
  if ('not' in condition) return condition.not;
  if (!('valueKey' in condition)) return { not: condition };
  const operator = OPPOSITES[condition.operator];
  return operator ? { ...condition, operator } : { not: condition };
}

/** All of several conditions in one; none at all when the list is empty. */
export function conjunctionOf(conditions: readonly Condition[]): Condition | undefined {
  return conditions.length > 1 ? { all: conditions } : conditions[0];
}
