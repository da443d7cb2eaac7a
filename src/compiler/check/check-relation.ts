import { TODAY } from '#form/conditions/date-offset.ts';
import type { Context, RelationUse } from '../compile/context.ts';
import { answerType } from '../compile/question-shape.ts';
import type { Cursor } from '../source/cursor.ts';
import { orderKind } from './check-comparison.ts';

/** Checks that both sides of a comparison are questions of comparable kinds. */
export function checkRelation(use: RelationUse, context: Context): void {
  const { at, word, comparison } = use;
  const { keys, targetKeys, operator, offset } = comparison;
  const isToday = comparison.targetKey === TODAY;
  const other = isToday ? 'today' : `"${at.text()}"`;
  if (targetKeys.some((key) => keys.includes(key))) {
    context.report(at, {
      code: 'relation-does-not-fit',
      found: `"${word}" with ${other}, which is the question itself`,
      expected: 'the key of another question',
      cure: 'Name the question to compare with, or remove it.',
    });
    return;
  }
  const isSame = operator === 'equals' || operator === 'notEquals';
  const isDated = isToday || offset !== undefined;
  const kindOf = isSame && !isDated ? sameKind : timeKind;
  const [own, target] = [kindOf(use.own, context), isToday ? 'time' : kindOf(use.target, context)];
  const isRight = own !== undefined && own === target && !(isDated && (isSame || own !== 'time'));
  if (!isRight) {
    const described = isToday ? 'today' : describe(use.target, context);
    context.report(at, {
      code: 'relation-does-not-fit',
      found: `"${word}" with ${other}, which compares ${describe(use.own, context)} with ${described}`,
      expected: expectedOf(isSame, isDated),
      cure: 'Compare another question, or remove it.',
    });
    return;
  }
  checkUnits(use, isToday, context);
}

function expectedOf(isSame: boolean, isDated: boolean): string {
  if (isDated && isSame) return 'an order, such as "after", "before", "lt" or "gt"';
  if (isSame) return 'two answers of the same kind, neither of them a list';
  const times = 'two dates, months with their years or years of a list';
  return isDated ? times : `${times}, or two numbers`;
}

/** Months and days cannot be added to a year, nor days to a month. */
function checkUnits({ at, comparison, target }: RelationUse, isToday: boolean, context: Context): void {
  const { months = 0, days = 0 } = comparison.offset ?? {};
  const isDay = isToday || target.some((property) => property.at('format')?.text() === 'date');
  const fitting = isDay || (days === 0 && (months === 0 || target.length > 1));
  if (fitting) return;
  const [what, units] = target.length > 1 ? ['a month', 'years and months'] : ['a year', 'years'];
  context.report(at, {
    code: 'relation-does-not-fit',
    found: `${days === 0 ? 'months' : 'days'} to add to the answer to "${at.text()}", which is ${what}`,
    expected: `only ${units} to add`,
    cure: `Write ${units} in "plus" or "minus", or compare with a date.`,
  });
}

/** Reports notices on cards, which load first and only support questions. */
export function checkNoNotices(property: Cursor, { report }: Context): void {
  const at = property.at('notices');
  if (!at) return;
  report(at, {
    code: 'meta',
    found: '"notices" on a log-in card',
    expected: 'no notices: only pages show them',
    cure: 'Remove them.',
  });
}

/** Returns the common kind: days, months with years, and years are comparable; numbers only with numbers. */
function timeKind(properties: readonly Cursor[], { sources }: Context): string | undefined {
  const kinds = properties.map((property) => orderKind(property, sources));
  if (kinds.includes(undefined)) return undefined;
  const isTime = kinds[0] === 'date' || kinds[0] === 'years';
  return isTime && !kinds.includes('number') ? 'time' : kinds.join(', ');
}

/** Returns the common kind for equality: the same notation. */
function sameKind(properties: readonly Cursor[], { sources }: Context): string | undefined {
  const types = properties.map(answerType);
  if (types.includes('array')) return undefined;
  return properties.map((property, index) => orderKind(property, sources) ?? types[index]).join(', ');
}

/** Describes the kind of an answer. */
function describe(properties: readonly Cursor[], { sources }: Context): string {
  const [first, second] = properties;
  if (!first) return 'no answer';
  if (second) return 'a month with its year';
  const kind = orderKind(first, sources) ?? answerType(first);
  return NAMES[kind];
}

const NAMES = {
  number: 'a number',
  integer: 'a number',
  date: 'a date',
  years: 'a year',
  decimals: 'a number from a list',
  string: 'a text',
  boolean: 'yes or no',
  array: 'a list',
} as const;
