import * as fc from '#test/support/random.ts';
import { expect, it } from 'vitest';
import { FormModel } from '#compiler/prove/formulas/form-model.ts';
import { solve, unlessUndecided } from '#compiler/prove/solve/solve.ts';
import { proveSchemas } from '#compiler/prove-schemas.ts';
import { toFacts } from '#form/answers/facts.ts';
import { dayOf, TODAY } from '#form/conditions/date-offset.ts';
import { evaluateCondition } from '#form/conditions/evaluate-condition.ts';
import type { AnswerComparison, Answers, Condition, Question } from '#form/definition/definition.ts';
import { form, page, question, stateOf } from '#test/form/build-definition.ts';
import { tinyFormWith } from '#test/compiler/tiny-form.ts';
import { rounds } from '#test/support/volume.ts';

const NOW = new Date('2024-02-29T12:00:00Z');
const OPERATORS = ['lt', 'lte', 'gt', 'gte'] as const;
const MONTHS = Array.from({ length: 12 }, (_, month) => String(month + 1));
const YEARS = Array.from({ length: 6 }, (_, year) => String(2020 + year));
const options = {
  months: MONTHS.map((value) => ({ value, label: value })),
  years: YEARS.map((value) => ({ value, label: value })),
};

const count = (most: number): fc.Arbitrary<number> => fc.integer({ min: -most, max: most });
const years = fc.record({ years: count(5) });
const months = fc.oneof(years, fc.record({ months: count(50) }));
const days = fc.oneof(
  months,
  fc.record({ days: count(40) }),
  fc.record({ months: count(2), days: count(3) }),
);

/** A kind of answer: its questions, all values, and possible offsets. */
type Time = {
  readonly questions: readonly Question[];
  readonly values: readonly (readonly string[])[];
  readonly offset: fc.Arbitrary<Readonly<Record<string, number>>>;
};

const KINDS = {
  days: (key: string): Time => ({
    questions: [question(key, { constraints: { format: 'date' } })],
    values: Array.from({ length: 60 }, (_, day) => [dayOf(new Date(Date.UTC(2024, 0, 15 + day)))]),
    offset: days,
  }),
  years: (key: string): Time => ({
    questions: [question(key, { options: 'years' })],
    values: YEARS.map((year) => [year]),
    offset: years,
  }),
  months: (key: string): Time => ({
    questions: [question(`${key}_year`, { options: 'years' }), question(key, { options: 'months' })],
    values: YEARS.flatMap((year) => MONTHS.map((month) => [year, month])),
    offset: months,
  }),
};

const TODAYS: Time = { questions: [question(TODAY)], values: [], offset: days };

const keysOf = ({ questions: asked }: Time): readonly string[] => asked.map(({ key }) => key);

/** A comparison with an answer or today, or its negation. */
function comparisonOf(times: readonly Time[]): fc.Arbitrary<Condition> {
  const sides = fc.tuple(fc.constantFrom(...times), fc.constantFrom(TODAYS, ...times));
  return sides.chain(([own, other]) =>
    fc
      .tuple(fc.constantFrom(...OPERATORS), fc.option(other.offset), fc.boolean())
      .map(([operator, offset, isNegated]): Condition => {
        const [keys, targetKeys] = [keysOf(own), keysOf(other)];
        const targetKey = targetKeys.at(-1) ?? '';
        const compared: AnswerComparison = {
          keys,
          operator,
          targetKey,
          targetKeys,
          ...(offset && { offset }),
        };
        return isNegated ? { not: { compared } } : { compared };
      }),
  );
}

/** Keeps answers within the search space: none missing, and no day outside. */
function within(time: Time): readonly Condition[] {
  const [first, last] = [time.values[0]?.[0] ?? '', time.values.at(-1)?.[0] ?? ''];
  const [valueKey = ''] = keysOf(time);
  return [
    ...keysOf(time).map((key): Condition => ({ valueKey: key, operator: 'answered' })),
    {
      all: [
        { valueKey, operator: 'gte', target: first },
        { valueKey, operator: 'lte', target: last },
      ],
    },
  ];
}

it.each([
  ['days', 'days'],
  ['years', 'years'],
  ['months', 'months'],
  ['years', 'months'],
  ['days', 'years'],
  ['days', 'months'],
] as const)(
  '%s and %s with offsets are satisfiable exactly if an exhaustive search finds them',
  (...names) => {
    const [one, other] = [KINDS[names[0]]('one'), KINDS[names[1]]('other')];
    const keys = [one, other].flatMap(keysOf);
    const states = one.values.flatMap((own): readonly Answers[] =>
      other.values.map((value) =>
        Object.fromEntries([...own, ...value].map((each, at) => [keys[at] ?? '', each])),
      ),
    );
    fc.assert(
      fc.property(fc.array(comparisonOf([one, other]), { minLength: 2, maxLength: 4 }), (comparisons) => {
        const all: Condition = { all: [...within(one), ...within(other), ...comparisons] };
        const shown = question('shown', { visibleWhen: all });
        const definition = form([page([...one.questions, ...other.questions, shown])], { options });
        const model = new FormModel(definition, NOW);
        const isFound = unlessUndecided(
          () => solve([model.formula(all)], model.laws) !== undefined,
          () => undefined,
        );
        fc.pre(isFound !== undefined);
        const today = dayOf(NOW);
        const isTrue = (answers: Answers): boolean =>
          evaluateCondition(all, toFacts(definition, { ...stateOf(answers), today }));

        expect(isFound).toBe(states.some(isTrue));
      }),
      { numRuns: rounds(4, 30) },
    );
  },
);

it.each([
  ['years', { title: 'Year', options: 'years' }],
  ['days', { title: 'Day', format: 'date' }],
  ['numbers', { title: 'Number', type: 'integer' }],
])('three required %s, each after the one before, are not stuck', async (_, property) => {
  const after = (key: string) => ({ ...property, after: { key, errorMessage: 'Not yet.' } });
  const children = ['first', 'second', 'third'];
  const files = {
    'pages/you.schema.json#/properties/first': property,
    'pages/you.schema.json#/properties/second': after('first'),
    'pages/you.schema.json#/properties/third': after('second'),
    'pages/you.schema.json#/required': ['name', 'home', ...children],
    'pages/you.ui.json#/ui:layout/+0': { kind: 'row', widths: [4, 4, 4], children },
  };

  expect((await proveSchemas(tinyFormWith(files))).faults).toEqual([]);
});
