import * as fc from '#test/support/random.ts';
import { TODAY } from '#form/conditions/date-offset.ts';
import type { AnswerValue, Condition, Operator } from '#form/definition/definition.ts';

/** Kinds of answers in random definitions, with valid and invalid answers and targets. */
export const KINDS = {
  text: {
    values: ['a', 'ab', 'abc', 'abcdef', '12', '😀😀', ' ', ' \t\n\u00a0'],
    targets: ['ab', 'abc', 'never'],
  },
  choice: { values: ['a', 'b', 'c', 'z', 'A', ' '], targets: ['a', 'b', 'c'] },
  /** A choice with a controlled list. */
  ruled: { values: ['a', 'b', 'z', '1', '2.5', '1999', '20'], targets: ['a', '1', '1999'] },
  numeric: {
    values: ['1', '2', '2.5', '10', '02', '99', 'x', '-1', ' '],
    targets: ['1', '2', '2.5', '10'],
    orderings: ['2', '2.5', '10', 2, 2.5, 0],
  },
  year: {
    values: ['1999', '2020', '2026', '20', 'then'],
    targets: ['1999', '2020'],
    orderings: ['2020', 2020],
  },
  date: {
    values: ['2019-12-31', '2020-02-29', '2021-02-29', '2020-3-1', 'soon', '2020-03-01'],
    targets: ['2020-02-29'],
    orderings: ['2020-02-29', '2020-03-01'],
  },
  email: {
    values: ['a@b.org', 'o.k+1@mail.example.com', 'a@b', 'a@@b.org', 'a b@c.org'],
    targets: ['a@b.org'],
  },
  boolean: { values: [true, false], targets: [true, false] },
  integer: { values: [0, 1, 2, 5, -3, 1.5], targets: [1, 2], orderings: [1, 2, 1.5, -3] },
  number: { values: [0, 0.5, 1, 2.25, 100, -1], targets: [1, 0.5], orderings: [0.5, 1, -1] },
  list: { values: [['a'], ['a', 'b'], ['c', 'z'], ['b', 'b'], []], targets: ['a', 'b', 'c'] },
  tabs: { values: ['east', 'west'], targets: ['east', 'west'] },
} as const satisfies Record<
  string,
  {
    readonly values: readonly AnswerValue[];
    readonly targets: readonly AnswerValue[];
    readonly orderings?: readonly AnswerValue[];
  }
>;

export type Kind = keyof typeof KINDS;

/** A name available to random conditions. */
export type Subject = { readonly key: string; readonly kind: Kind };

/** A valid condition over some of the subjects, at most two levels deep. */
export function randomCondition(subjects: readonly Subject[]): fc.Arbitrary<Condition> {
  const comparison = fc.constantFrom(...subjects).chain(randomComparison);
  const dates = subjects.flatMap(({ key, kind }) => (kind === 'date' ? [key] : []));
  const several = fc.array(comparison, { minLength: 1, maxLength: 3 });
  return fc.oneof(
    { weight: 4, arbitrary: comparison },
    ...(dates.length > 0 ? [{ weight: 2, arbitrary: randomDates(dates) }] : []),
    { weight: 1, arbitrary: comparison.map((not): Condition => ({ not })) },
    { weight: 1, arbitrary: several.map((all): Condition => ({ all })) },
    { weight: 1, arbitrary: several.map((any): Condition => ({ any: [{ not: { any } }, ...any] })) },
    { weight: 1, arbitrary: several.map((any): Condition => ({ any })) },
  );
}

/** A comparison of a date with another one or today, with an offset. */
function randomDates(keys: readonly string[]): fc.Arbitrary<Condition> {
  const count = fc.integer({ min: -2, max: 2 });
  return fc
    .record({
      key: fc.constantFrom(...keys),
      targetKey: fc.constantFrom(TODAY, ...keys),
      operator: fc.constantFrom('lt' as const, 'lte' as const, 'gt' as const, 'gte' as const),
      offset: fc.record({ years: count, months: count, days: count }, { requiredKeys: [] }),
    })
    .map(({ key, targetKey, operator, offset }) => ({
      compared: { keys: [key], operator, targetKey, targetKeys: [targetKey], offset },
    }));
}

function randomComparison({ key, kind }: Subject): fc.Arbitrary<Condition> {
  const { targets } = KINDS[kind];
  const orderings: readonly AnswerValue[] = orderingsOf(kind);
  const texts = targets.filter(
    (target): target is Extract<typeof target, string> => typeof target === 'string',
  );
  return fc.oneof(
    compare(key, ['answered', 'notAnswered'], undefined),
    compare(key, ['equals', 'notEquals'], fc.constantFrom<AnswerValue>(...targets)),
    ...(texts.length > 0
      ? [compare(key, ['in', 'notIn'], fc.subarray<string>(texts, { minLength: 1 }))]
      : []),
    ...(orderings.length > 0
      ? [compare(key, ['lt', 'lte', 'gt', 'gte'], fc.constantFrom(...orderings))]
      : []),
  );
}

function orderingsOf(kind: Kind): readonly AnswerValue[] {
  const described = KINDS[kind];
  return 'orderings' in described ? described.orderings : [];
}

function compare(
  valueKey: string,
  operators: readonly Operator[],
  targets: fc.Arbitrary<AnswerValue> | undefined,
): fc.Arbitrary<Condition> {
  const operator = fc.constantFrom(...operators);
  if (targets === undefined) return operator.map((each) => ({ valueKey, operator: each }));
  return fc.tuple(operator, targets).map(([each, target]) => ({ valueKey, operator: each, target }));
}
