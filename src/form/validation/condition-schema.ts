import { type OptionLists, isYearList, optionListsOf } from '../answers/option-lists.ts';
import { comparisonName } from '../conditions/compare-answers.ts';
import { ConditionError, type Ordering, isDecimal, orderingTarget } from '../conditions/compare-values.ts';
import { TODAY } from '../conditions/date-offset.ts';
import { listTarget, scalarTarget } from '../conditions/evaluate-condition.ts';
import { companionKey } from '../definition/answer.ts';
import type { AnswerValue, Comparison, Condition, Question } from '../definition/definition.ts';
import { type FormPart, confirmationsOf, questionsOf, tabGroupsOf } from '../definition/form-part.ts';
import { datePattern, decimalPattern } from './ordering-pattern.ts';

/** A JSON Schema (draft-07) as plain JSON. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/**
 * Compiles a condition to a schema that is valid exactly when `evaluateCondition` is true; used as an `if`.
 *
 * @throws ConditionError for an unknown name or an impossible comparison
 */
export function toConditionSchema(condition: Condition, subjects: ConditionSubjects): JsonSchema {
  if ('all' in condition) return { allOf: condition.all.map((each) => toConditionSchema(each, subjects)) };
  if ('any' in condition) return { anyOf: condition.any.map((each) => toConditionSchema(each, subjects)) };
  if ('not' in condition) return { not: toConditionSchema(condition.not, subjects) };
  // JSON Schema cannot compare two answers or know the date: the facts contain the result.
  if ('compared' in condition) return answerSchema(comparisonName(condition.compared).name, { const: true });
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

/** A list satisfies a test if any item does. */
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

/** Subject of a condition: its answer type, and its order for `lt` … `gte`, if any. */
type ConditionSubject = {
  readonly type: Question['type'];
  readonly order?: 'number' | 'decimal' | 'date';
};

/** By `valueKey`: each question, each stored label (`<key>_desc`), each tab group, each confirmation. */
export type ConditionSubjects = ReadonlyMap<string, ConditionSubject>;

/** Returns all names available to a form's conditions. */
export function conditionSubjects(form: FormPart & OptionLists): ConditionSubjects {
  const subjects = new Map<string, ConditionSubject>([[TODAY, { type: 'string', order: 'date' }]]);
  for (const question of questionsOf(form).values()) {
    subjects.set(question.key, subjectOf(form, question));
    if (question.companion) subjects.set(companionKey(question.key), { type: 'string' });
  }
  for (const group of tabGroupsOf(form)) subjects.set(group.id, { type: 'string' });
  for (const { node } of confirmationsOf(form)) subjects.set(node.id, { type: 'boolean' });
  return subjects;
}

function subjectOf(form: OptionLists, question: Question): ConditionSubject {
  const { type } = question;
  if (type === 'integer' || type === 'number') return { type, order: 'number' };
  if (type !== 'string') return { type };
  if (question.constraints.format === 'date') return { type, order: 'date' };
  return hasNumericOptions(form, question) ? { type, order: 'decimal' } : { type };
}

function hasNumericOptions(form: OptionLists, question: Question): boolean {
  const lists = optionListsOf(form, question);
  return (
    question.dependsOn?.otherwise === undefined &&
    lists.length > 0 &&
    lists.every((list) => isYearList(list) || list.every((option) => isDecimal(option.value)))
  );
}
