import { type Ordering, orderingTarget } from '../conditions/compare-values.ts';
import { ConditionError } from '../conditions/condition-error.ts';
import { listTarget, scalarTarget } from '../conditions/evaluate-condition.ts';
import type { AnswerValue, Comparison, Condition } from '../definition/definition.ts';
import type { ConditionSubject, ConditionSubjects } from './condition-subjects.ts';
import { datePattern, decimalPattern } from './ordering-pattern.ts';

/** A JSON Schema (draft-07) as plain JSON. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/**
 * Compiles a condition into a schema that is valid for exactly those answers for which `evaluateCondition`
 * is true. It is used as an `if`, never to report, so it carries no messages.
 *
 * @param subjects what a condition may name, from `conditionSubjects`
 * @throws ConditionError when the condition names nothing known or compares what cannot be compared
 */
export function toConditionSchema(condition: Condition, subjects: ConditionSubjects): JsonSchema {
  if ('all' in condition) return { allOf: condition.all.map((each) => toConditionSchema(each, subjects)) };
  if ('any' in condition) return { anyOf: condition.any.map((each) => toConditionSchema(each, subjects)) };
  if ('not' in condition) return { not: toConditionSchema(condition.not, subjects) };
  const subject = subjects.get(condition.valueKey);
  if (subject) return comparisonSchema(condition, subject);
  throw new ConditionError(
    condition,
    `"${condition.valueKey}" is not a question, a tab group or a confirmation of the form.`,
  );
}

function comparisonSchema(comparison: Comparison, subject: ConditionSubject): JsonSchema {
  const { valueKey: key, operator } = comparison;
  switch (operator) {
    case 'answered':
      return { required: [key] };
    case 'notAnswered':
      return { not: { required: [key] } };
    case 'equals':
      return equalsSchema(comparison, subject);
    case 'notEquals':
      return { not: equalsSchema(comparison, subject) };
    case 'in':
      return inSchema(comparison, subject);
    case 'notIn':
      return { not: inSchema(comparison, subject) };
    case 'lt':
    case 'lte':
    case 'gt':
    case 'gte':
      return answerSchema(key, orderingSchema(comparison, operator, subject));
    default:
      throw new ConditionError(
        comparison,
        'the operator is one of equals, notEquals, lt, lte, gt, gte, answered, notAnswered, in, notIn.',
      );
  }
}

function equalsSchema(comparison: Comparison, subject: ConditionSubject): JsonSchema {
  const target = scalarTarget(comparison);
  requireKind(comparison, subject, target);
  return answerSchema(comparison.valueKey, ofAnyItem(subject, { const: target }));
}

function inSchema(comparison: Comparison, subject: ConditionSubject): JsonSchema {
  const targets = listTarget(comparison);
  for (const target of targets) requireKind(comparison, subject, target);
  return answerSchema(comparison.valueKey, ofAnyItem(subject, { enum: targets }));
}

/** A list meets a test when one of its items does. */
function ofAnyItem(subject: ConditionSubject, item: JsonSchema): JsonSchema {
  return subject.type === 'array' ? { type: 'array', contains: item } : item;
}

function answerSchema(key: string, answer: JsonSchema | false): JsonSchema {
  return { required: [key], properties: { [key]: answer } };
}

function requireKind(comparison: Comparison, subject: ConditionSubject, target: AnswerValue): void {
  const expected = {
    string: 'string',
    array: 'string',
    boolean: 'boolean',
    integer: 'number',
    number: 'number',
  }[subject.type];
  if (typeof target === expected) return;
  throw new ConditionError(
    comparison,
    `the answer to "${comparison.valueKey}" is a ${subject.type}, so a target is a ${expected}, not a ${typeof target}.`,
  );
}

const LIMITS = { lt: 'exclusiveMaximum', lte: 'maximum', gt: 'exclusiveMinimum', gte: 'minimum' } as const;

function orderingSchema(
  comparison: Comparison,
  operator: Ordering,
  subject: ConditionSubject,
): JsonSchema | false {
  const target = orderingTarget(comparison);
  if (subject.order === 'number' && target.kind === 'number') {
    return { type: 'number', [LIMITS[operator]]: target.number };
  }
  if (subject.order === 'date' && target.kind === 'date') {
    return textSchema(datePattern(operator, target.date));
  }
  if (subject.order === 'decimal' && target.kind !== 'date' && target.decimal !== undefined) {
    return textSchema(decimalPattern(operator, target.decimal));
  }
  const found = subject.order === undefined ? 'has no order' : `is ordered as a ${subject.order}`;
  throw new ConditionError(
    comparison,
    `the answer to "${comparison.valueKey}" ${found}; lt, lte, gt and gte compare numbers, dates, and options that are all numbers without a sign.`,
  );
}

function textSchema(pattern: string | undefined): JsonSchema | false {
  return pattern === undefined ? false : { type: 'string', pattern };
}
