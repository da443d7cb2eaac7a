import type { AnswerComparison, Comparison, Condition, Operator } from '#form/definition/definition.ts';
import type { Cursor, Json } from '../source/cursor.ts';
import type { CompileContext, NameUse } from './context.ts';
import {
  comparedQuestion,
  comparisonOf,
  dateTarget,
  otherAnswerAt,
  TODAYS_ANSWER,
} from './compared-answer.ts';
import { TODAY } from '#form/conditions/date-offset.ts';
import { type Scope, resolveName, resolveNamedCondition } from './scope.ts';

const OPERATORS: ReadonlySet<string> = new Set(
  'equals notEquals lt lte gt gte answered notAnswered in notIn'.split(' '),
);

/** Resolves a condition to final keys; reports and omits unknown names. */
export function resolveCondition(
  at: Cursor,
  scope: Scope,
  context: CompileContext,
  trail: readonly string[] = [],
): Condition | undefined {
  const resolved = resolveWritten(at, scope, { context, trail });
  // Named conditions keep the position of their definition.
  if (resolved && !context.origins.has(resolved)) context.origins.set(resolved, at);
  return resolved;
}

function resolveWritten(
  at: Cursor,
  scope: Scope,
  { context, trail }: { context: CompileContext; trail: readonly string[] },
): Condition | undefined {
  const within = (member: Cursor) => resolveCondition(member, scope, context, trail);
  const each = (members: Cursor) => members.items().flatMap((member) => within(member) ?? []);
  const [name, all, any, not] = [at.at('condition'), at.at('all'), at.at('any'), at.at('not')];
  if (name?.text() !== undefined) return resolveNamed(name, scope, { context, trail });
  if (all) return { all: each(all) };
  if (any) return { any: each(any) };
  if (!not) return resolveComparison(at, scope, context);
  const inner = within(not);
  return inner && { not: inner };
}

/** Resolves a name from "ui:conditions"; reports circular names. */
function resolveNamed(
  name: Cursor,
  scope: Scope,
  { context, trail }: { context: CompileContext; trail: readonly string[] },
): Condition | undefined {
  const found = resolveNamedCondition(name, scope, context.report);
  if (!found) return undefined;
  const step = `${found.scope.pair.name} ${name.text()}`;
  if (!trail.includes(step)) {
    return resolveCondition(found.condition, found.scope, context, [...trail, step]);
  }
  context.report(name, {
    code: 'condition-cycle',
    found: `the condition "${name.text()}", which leads back to itself`,
    expected: 'a condition that does not name itself, not even through others',
    cure: `Write the comparison here instead of the name "${name.text()}".`,
  });
  return undefined;
}

function resolveComparison(at: Cursor, scope: Scope, context: CompileContext): Condition | undefined {
  const name = at.at('valueKey');
  const operator = at.at('operator')?.text();
  const date = at.at('target')?.text();
  if (at.at('today') && date !== undefined && operator !== undefined && isOperator(operator))
    return { valueKey: TODAY, operator, target: date };
  if (name?.text() === undefined || operator === undefined || !isOperator(operator)) return undefined;
  const found = resolveName(name, scope, context.report, {
    code: 'unknown-condition-key',
    found: `a condition on "${name.text()}", which is not a question, a tab group or a confirmation`,
    expected: 'the key of a question of the form, or the id of a tab group or a confirmation',
    otherwise: 'Look the key up in the files of its page; a key from a block begins with its prefix.',
    elsewhere: 'a condition on',
  });
  if (!found) return undefined;
  const other = at.at('target');
  if (other?.isObject() && !other.at('date'))
    return resolveCompared({ at: other, operator, found }, scope, context);
  context.uses.push({ at, operator, found });
  const target = dateTarget(other) ?? targetOf(other?.json());
  return { valueKey: found.key, operator, ...(target === undefined ? {} : { target }) };
}

/** Resolves a comparison with another answer or with today. */
function resolveCompared(
  { at, operator, found }: Required<NameUse>,
  scope: Scope,
  context: CompileContext,
): Condition | undefined {
  const name = otherAnswerAt(at);
  const other = at.at('today') ? undefined : resolveName(name, scope, context.report, UNKNOWN_OTHER);
  const isFound = other?.kind === 'question' || at.at('today') !== undefined;
  if (found.kind !== 'question' || (other && other.kind !== 'question') || !isRelation(operator)) {
    context.report(name, {
      code: 'relation-does-not-fit',
      found: `"${operator}" between two answers of which one cannot be compared`,
      expected: 'two questions, and one of "equals", "notEquals", "lt", "lte", "gt", "gte"',
      cure: 'Compare with a value in place of { }, or compare another question.',
    });
    return undefined;
  }
  if (!isFound) return undefined;
  const sides = {
    at,
    own: comparedQuestion(found, context),
    other: other?.kind === 'question' ? comparedQuestion(other, context) : TODAYS_ANSWER,
  };
  return { compared: comparisonOf(operator, operator, sides, context) };
}

const UNKNOWN_OTHER = {
  code: 'unknown-condition-key',
  found: 'a condition that compares with an answer to no question',
  expected: 'the key of a question of the form',
  otherwise: 'Look the key up in the files of its page; a key from a block begins with its prefix.',
  elsewhere: 'a condition that compares with',
} as const;

function isRelation(operator: Operator): operator is AnswerComparison['operator'] {
  return ['equals', 'notEquals', 'lt', 'lte', 'gt', 'gte'].includes(operator);
}

function isOperator(operator: string): operator is Operator {
  return OPERATORS.has(operator);
}

/** Returns a valid target; the meta-schema reports others. */
function targetOf(value: Json | undefined): Comparison['target'] {
  if (value === null || value === undefined) return undefined;
  if (typeof value !== 'object') return value;
  return Array.isArray(value) ? value.filter((item: Json) => typeof item === 'string') : undefined;
}
