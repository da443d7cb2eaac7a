import { isDecimal } from '#form/conditions/compare-values.ts';
import type { Operator } from '#form/definition/definition.ts';
import type { Context } from '../compile/context.ts';
import { answerType, listNames, optionValues, valueCure } from '../compile/question-shape.ts';
import type { FoundName } from '../compile/scope.ts';
import type { Cursor } from '../source/cursor.ts';
import { quoteNames, nearestCure } from '../source/nearest.ts';
import type { SourceSet } from '../source/source-set.ts';

type ComparedForm = { readonly at: Cursor; readonly operator: Operator; readonly found: FoundName };

const NO_TARGET: ReadonlySet<Operator> = new Set(['answered', 'notAnswered']);
const LISTS: ReadonlySet<Operator> = new Set(['in', 'notIn']);
const ORDERS: ReadonlySet<Operator> = new Set(['lt', 'lte', 'gt', 'gte']);
const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** Reports unreachable targets, and order comparisons of unordered values. */
export function checkComparison(compared: ComparedForm, context: Context): void {
  const { at, operator, found } = compared;
  const target = at.at('target')?.at('date') ?? at.at('target');
  if (NO_TARGET.has(operator) || !target) return;
  if (ORDERS.has(operator)) {
    checkOrder(compared, target, context);
    return;
  }
  const targets = LISTS.has(operator) ? target.items() : [target];
  for (const one of targets) {
    const reach = reachOf(found, context);
    if (reach.holds(one)) continue;
    context.report(one, {
      code: 'unreachable-target',
      found: `a condition that compares "${nameOf(at)}" with ${JSON.stringify(one.json())}`,
      expected: reach.expected,
      cure: targetCure(one, found, context),
    });
  }
}

/** The name as written, so that blocks report a fault once instead of once per prefix. */
function nameOf(comparison: Cursor): string {
  return comparison.at('valueKey')?.text() ?? '';
}

function targetCure(target: Cursor, found: FoundName, { sources }: Context): string {
  const text = target.text();
  if (text === undefined) return 'Compare with a possible answer.';
  if (found.kind === 'tabs') return nearestCure(text, found.tabs, 'Compare with the id of one of the tabs.');
  if (found.kind === 'confirm') return 'Write true, or use "answered" or "notAnswered".';
  const type = answerType(found.property);
  const isBare = type === 'boolean' ? /^(?:true|false)$/ : /^-?\d+(?:\.\d+)?$/;
  if (['boolean', 'integer', 'number'].includes(type) && isBare.test(text))
    return `Write ${text} without quotes.`;
  return valueCure(text, found.property, sources);
}

type Reach = { readonly expected: string; readonly holds: (target: Cursor) => boolean };

const NUMBER: Reach = {
  expected: 'a number, without quotes',
  holds: (target) => target.number() !== undefined,
};

/** Returns the possible values. An unopened confirmation counts as unanswered. */
function reachOf(found: FoundName, context: Context): Reach {
  if (found.kind === 'tabs') {
    const expected = `the id of one of its tabs: ${quoteNames(found.tabs)}`;
    return { expected, holds: (target) => found.tabs.includes(target.text() ?? '') };
  }
  if (found.kind === 'question') return answerReach(found.property, context);
  return { expected: 'true, without quotes', holds: (target) => target.flag() === true };
}

/** Returns the possible answers to a question. */
function answerReach(property: Cursor, context: Context): Reach {
  const type = answerType(property);
  if (type === 'boolean') {
    return { expected: 'true or false, without quotes', holds: (t) => t.flag() !== undefined };
  }
  if (type === 'integer' || type === 'number') return NUMBER;
  const options = optionValues(property, context.sources);
  if (options === 'years') return { expected: 'a year of four digits, in quotes', holds: isYear };
  if (options === undefined) return { expected: 'a text, in quotes', holds: (t) => t.text() !== undefined };
  const lists = listNames(property).map((list) => `options/${list}.json`);
  const expected = `one of the values in ${lists.join(', ')}: ${quoteNames(options)}`;
  return { expected, holds: (target) => options.includes(target.text() ?? '\0') };
}

function checkOrder({ at, operator, found }: ComparedForm, target: Cursor, context: Context): void {
  const order = found.kind === 'question' ? orderOf(found.property, context) : undefined;
  if (!order) {
    context.report(at.at('operator') ?? at, {
      code: 'not-comparable',
      found: `the operator "${operator}" on "${nameOf(at)}"`,
      expected:
        'a question that is answered with a number, a date, or an option from a list of numbers without a sign',
      cure: 'Use "equals" or "in", or compare another question.',
    });
  } else if (!order.holds(target)) {
    context.report(target, {
      code: 'not-comparable',
      found: `"${nameOf(at)}" compared with ${JSON.stringify(target.json())}`,
      expected: order.expected,
      cure: 'Write the target in the same form as the answer.',
    });
  }
}

function orderOf(property: Cursor, { sources }: Context): Reach | undefined {
  switch (orderKind(property, sources)) {
    case 'number':
      return NUMBER;
    case 'date':
      return { expected: 'a date such as "2026-08-31"', holds: (target) => DATE.test(target.text() ?? '') };
    case undefined:
      return undefined;
    default:
      return { expected: 'a number in digits, without a sign', holds: isUnsigned };
  }
}

/** Options are ordered by their digits, so targets use the same notation. */
function isUnsigned(target: Cursor): boolean {
  return isDecimal(target.text() ?? String(target.number() ?? ''));
}

function isYear(target: Cursor): boolean {
  return /^\d{4}$/.test(target.text() ?? '');
}

/** How answers are ordered: numbers, dates, years of a list, or all-numeric options. */
export type OrderKind = 'number' | 'date' | 'years' | 'decimals';

/** Returns the order of a question's answers; undefined if unordered. */
export function orderKind(property: Cursor, sources: SourceSet): OrderKind | undefined {
  const type = answerType(property);
  if (type === 'integer' || type === 'number') return 'number';
  if (type !== 'string') return undefined;
  if (property.at('format')?.text() === 'date') return 'date';
  const options = optionValues(property, sources);
  if (options === 'years') return 'years';
  return options?.every(isDecimal) ? 'decimals' : undefined;
}
