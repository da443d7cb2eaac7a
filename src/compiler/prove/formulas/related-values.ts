import { shiftComponents, TODAY } from '#form/conditions/date-offset.ts';
import type { AnswerComparison, AnswerValue, DateOffset } from '#form/definition/definition.ts';
import { daysAround } from './answer-values.ts';
import { type Subject, candidatesOf, compareInOrder, isRight, signatureOf } from './question-values.ts';

/** Values of a question, and the group connected to it by comparisons. */
export type RelatedValues = { readonly values: readonly AnswerValue[]; readonly group: readonly Subject[] };

/** Values of compared questions. As many equivalent ones as questions, enough for any order. */
export function relatedValues(
  subjects: ReadonlyMap<string, Subject>,
  comparisons: readonly AnswerComparison[],
  today: readonly string[],
): ReadonlyMap<string, RelatedValues> {
  const connected = groupsOf(subjects, comparisons, true);
  return new Map(
    groupsOf(subjects, comparisons, false).flatMap((part) => {
      const group = connected.find((each) => part.every((subject) => each.includes(subject))) ?? part;
      const keys = new Set(part.map(({ question }) => question.key));
      const own = comparisons.filter((comparison) => comparison.keys.some((key) => keys.has(key)));
      return [...valuesOf(part, own, today)].map(([key, values]) => [key, { values, group }] as const);
    }),
  );
}

/** Groups questions connected by comparisons; includes a month's year if `isWhole`. */
function groupsOf(
  subjects: ReadonlyMap<string, Subject>,
  comparisons: readonly AnswerComparison[],
  isWhole: boolean,
): readonly (readonly Subject[])[] {
  const groups = new Map<string, Set<string>>();
  const join = (one: string, other: string): void => {
    const joined = new Set([...(groups.get(one) ?? [one]), ...(groups.get(other) ?? [other])]);
    for (const key of joined) groups.set(key, joined);
  };
  for (const { keys, targetKeys, targetKey } of comparisons) {
    // Today connects nothing: it has a single value.
    const others = targetKey === TODAY ? keys : targetKeys;
    for (const [index, key] of keys.entries()) join(key, others[index] ?? key);
    // A day is compared with month and year together.
    if (isWhole || keys.length !== others.length)
      for (const key of [...keys, ...others]) join(keys[0] ?? key, key);
  }
  return [...new Set(groups.values())].map((keys) => [...keys].flatMap((key) => subjects.get(key) ?? []));
}

function valuesOf(
  group: readonly Subject[],
  comparisons: readonly AnswerComparison[],
  today: readonly string[],
): ReadonlyMap<string, readonly AnswerValue[]> {
  const inMonths = daysOfMonths(group);
  const candidates = [...group.flatMap((subject) => candidatesOf(subject, group.length, group)), ...inMonths];
  const dated = comparisons.filter(({ targetKey, offset }) => offset !== undefined || targetKey === TODAY);
  const days = [...inMonths, ...daysApart(candidates, group, { dated, today })];
  const union = [...new Set([...candidates, ...days])].toSorted(compareInOrder);
  const signatures = group.map((subject) => {
    const type = subject.question.type === 'integer' ? 'number' : subject.question.type;
    const right = union.filter((value) => typeof value === type && isRight(value, subject));
    return new Map(right.map((value) => [value, signatureOf(value, subject)]));
  });
  const kept = new Set<AnswerValue>();
  let run = { name: '', length: 0 };
  for (const value of union) {
    const name = JSON.stringify(signatures.map((own) => own.get(value) ?? '-'));
    run = { name, length: name === run.name ? run.length + 1 : 1 };
    // Equivalent days and months can lie on both sides of a distant one.
    const isFurther = days.length > 0 || (dated.length > 0 && !YEAR.test(String(value)));
    if (run.length <= group.length || isFurther) kept.add(value);
  }
  for (const year of yearsApart(kept, group, { dated, today })) kept.add(year);
  return new Map(
    group.map((subject, index) => [
      subject.question.key,
      [...(signatures[index]?.keys() ?? [])].filter((value) => kept.has(value)),
    ]),
  );
}

/** Comparisons with today, and with offsets between answers. */
type DatedComparisons = { readonly dated: readonly AnswerComparison[]; readonly today: readonly string[] };

/**
 * Days at the compared distances from others, and adjacent days.
 *
 * Any valid assignment can be shifted until each answer is next to a named day, or at a compared distance from another
 * answer. So each comparison is applied once per question, in both directions.
 */
function daysApart(
  candidates: readonly AnswerValue[],
  group: readonly Subject[],
  { dated, today }: DatedComparisons,
): readonly string[] {
  const dates = group.filter(({ question }) => question.constraints.format === 'date');
  if (dates.length === 0 || dated.length === 0) return [];
  const fromToday = dated.filter(({ targetKey }) => targetKey === TODAY);
  const limits = fromToday.flatMap(({ offset }) => today.flatMap((day) => shiftedDay(day, offset)));
  const offsets = dated.flatMap(({ targetKey, offset }) => (targetKey === TODAY ? [] : (offset ?? [])));
  let found = [
    ...candidates.filter((value) => typeof value === 'string').filter((value) => DAY.test(value)),
    ...daysAround(limits, group.length),
  ];
  for (let step = 1; step < dates.length; step += 1) {
    const further = found.flatMap((day) =>
      offsets.flatMap((offset) => [...shiftedDay(day, offset), ...shiftedDay(day, opposite(offset))]),
    );
    found = [...new Set([...found, ...daysAround(further, 1)])];
  }
  return found;
}

/** The same for years. With a month offset, a month's year can be one earlier. */
function yearsApart(
  kept: ReadonlySet<AnswerValue>,
  group: readonly Subject[],
  { dated, today }: DatedComparisons,
): readonly string[] {
  const limits = dated
    .filter(({ targetKey }) => targetKey === TODAY)
    .flatMap(({ offset }) => today.flatMap((day) => shiftedDay(day, offset)))
    .flatMap((day) => [0, ...group.keys()].map((_, more) => Number(day.slice(0, 4)) + more));
  const shifts = dated.flatMap(({ targetKey, offset: { years = 0, months = 0 } = {} }) => {
    const further = years + Math.floor(months / 12);
    return targetKey === TODAY ? [] : [further, -further, ...(months % 12 === 0 ? [] : [-further - 1])];
  });
  let found = [
    ...[...kept]
      .map(String)
      .filter((value) => YEAR.test(value))
      .map(Number),
    ...limits,
  ];
  const years = group.filter((subject) =>
    candidatesOf(subject, 1).every((value) => YEAR.test(String(value))),
  );
  for (let step = 1; step < years.length; step += 1) {
    found = [...new Set(found.flatMap((year) => [year, ...shifts.map((shift) => year + shift)]))];
  }
  return found.map(String);
}

const YEAR = /^\d{4}$/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

export function shiftedDay(day: string, offset: DateOffset | undefined): readonly string[] {
  const parts = shiftComponents(day.split('-'), offset);
  return parts.includes(undefined) ? [] : [parts.join('-')];
}

export function opposite(offset: DateOffset): DateOffset {
  return Object.fromEntries(Object.entries(offset).map(([unit, count]) => [unit, -count]));
}

/** One day per date question in each month of the compared years. */
function daysOfMonths(group: readonly Subject[]): readonly string[] {
  const dates = group.filter(({ question }) => question.constraints.format === 'date');
  if (dates.length === 0 || dates.length === group.length) return [];
  const listed = group.flatMap((subject) => (dates.includes(subject) ? [] : candidatesOf(subject, 1)));
  const years = new Set(listed.map(String).filter((value) => YEAR.test(value)));
  return [...years].flatMap((year) =>
    MONTHS.flatMap((month) =>
      dates.map((_, index) => `${year}-${month}-${String(index + 1).padStart(2, '0')}`),
    ),
  );
}

const MONTHS = '01 02 03 04 05 06 07 08 09 10 11 12'.split(' ');
