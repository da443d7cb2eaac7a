import type { Condition, Operator } from '#form/definition/definition.ts';

/** Operators with an exact opposite, also for unanswered questions; order comparisons have none. */
const OPPOSITES: Partial<Record<Operator, Operator>> = {
  equals: 'notEquals',
  notEquals: 'equals',
  in: 'notIn',
  notIn: 'in',
  answered: 'notAnswered',
  notAnswered: 'answered',
};

/** Negates a condition as concisely as possible. */
export function negateCondition(condition: Condition): Condition {
  if ('not' in condition) return condition.not;
  if (!('valueKey' in condition)) return { not: condition };
  const operator = OPPOSITES[condition.operator];
  return operator ? { ...condition, operator } : { not: condition };
}

/** Joins conditions with "all"; undefined for an empty list. */
export function conjunctionOf(conditions: readonly Condition[]): Condition | undefined {
  return conditions.length > 1 ? { all: conditions } : conditions[0];
}
