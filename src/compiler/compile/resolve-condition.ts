import type { Comparison, Condition, Operator } from '#form/definition/definition.ts';
import type { Cursor, Json } from '../source/cursor.ts';
import { listed, meantCure } from '../source/nearest.ts';
import { askedElsewhere } from './asked-elsewhere.ts';
import { checkComparison } from './check-comparison.ts';
import type { Context } from './context.ts';
import { conditionNames, findCondition, findName, isElsewhere, namesInScope, type Scope } from './scope.ts';

const OPERATORS: ReadonlySet<string> = new Set<Operator>([
  'equals',
  'notEquals',
  'lt',
  'lte',
  'gt',
  'gte',
  'answered',
  'notAnswered',
  'in',
  'notIn',
]);

/**
 * A condition as a file writes it → with final keys and without names. Tells of unknown keys, unknown
 * names, circles and targets that no answer can reach; what cannot be resolved is left out, since the
 * definition is only used when there is no fault.
 */
export function resolveCondition(
  at: Cursor,
  scope: Scope,
  context: Context,
  trail: readonly string[] = [],
): Condition | undefined {
  const branch = (member: Cursor) => resolveCondition(member, scope, context, trail);
  const name = at.at('condition')?.text();
  if (name !== undefined) return resolveNamed(at, name, scope, { context, trail });
  const all = at.at('all');
  if (all) return { all: all.items().flatMap((member) => branch(member) ?? []) };
  const any = at.at('any');
  if (any) return { any: any.items().flatMap((member) => branch(member) ?? []) };
  const not = at.at('not');
  if (not) {
    const inner = branch(not);
    return inner && { not: inner };
  }
  return resolveComparison(at, scope, context);
}

function resolveNamed(
  at: Cursor,
  name: string,
  scope: Scope,
  { context, trail }: { context: Context; trail: readonly string[] },
): Condition | undefined {
  const found = findCondition(scope, name);
  const where = at.at('condition') ?? at;
  if (!found) {
    const names = conditionNames(scope);
    context.report(where, {
      code: 'unknown-condition',
      found: `the condition "${name}"`,
      expected: `a name from "ui:conditions": ${listed(names)}`,
      cure: meantCure(name, names, 'Add the condition to "ui:conditions" of this file.'),
    });
    return undefined;
  }
  const step = `${found.scope.pair.name} ${name}`;
  if (trail.includes(step)) {
    context.report(where, {
      code: 'condition-cycle',
      found: `the condition "${name}", which leads back to itself`,
      expected: 'a condition that does not name itself, not even through others',
      cure: `Write the comparison here instead of the name "${name}".`,
    });
    return undefined;
  }
  return resolveCondition(found.condition, found.scope, context, [...trail, step]);
}

function resolveComparison(at: Cursor, scope: Scope, context: Context): Comparison | undefined {
  const name = at.at('valueKey')?.text();
  const operator = at.at('operator')?.text();
  if (name === undefined || operator === undefined || !isOperator(operator)) return undefined;
  const found = findName(scope, name);
  if (!found) {
    const names = namesInScope(scope);
    const where = at.at('valueKey') ?? at;
    if (isElsewhere(scope, name)) {
      context.report(where, askedElsewhere(name, 'a condition on'));
      return undefined;
    }
    context.report(where, {
      code: 'unknown-condition-key',
      found: `a condition on "${name}", which is not a question, a tab group or a confirmation`,
      expected: 'the key of a question of the form, or the id of a tab group or a confirmation',
      cure: meantCure(
        name,
        names,
        'Look the key up in the files of its page; a key from a block begins with its prefix.',
      ),
    });
    return undefined;
  }
  checkComparison({ at, operator, found }, context);
  const target = targetOf(at.at('target')?.json());
  return { valueKey: found.key, operator, ...(target === undefined ? {} : { target }) };
}

function isOperator(operator: string): operator is Operator {
  return OPERATORS.has(operator);
}

/** A target that is no answer is told by the meta-schema. */
function targetOf(value: Json | undefined): Comparison['target'] {
  if (value === null || value === undefined) return undefined;
  if (typeof value !== 'object') return value;
  return Array.isArray(value) ? value.filter((item: Json) => typeof item === 'string') : undefined;
}
