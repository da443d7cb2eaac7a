import * as fc from '#test/support/random.ts';
import { expect, it } from 'vitest';
import { FormModel } from '#compiler/prove/formulas/form-model.ts';
import { solve } from '#compiler/prove/solve/solve.ts';
import { proveSchemas } from '#compiler/prove-schemas.ts';
import { toFacts } from '#form/answers/facts.ts';
import { dayOf, TODAY } from '#form/conditions/date-offset.ts';
import { evaluateCondition } from '#form/conditions/evaluate-condition.ts';
import type { Condition } from '#form/definition/definition.ts';
import { form, page, question, stateOf } from '#test/form/build-definition.ts';
import { tinyFormWith } from '#test/compiler/tiny-form.ts';
import { rounds } from '#test/support/volume.ts';

const NOW = new Date('2024-02-20T12:00:00Z');
const DAYS = Array.from({ length: 60 }, (_, day) => dayOf(new Date(Date.UTC(2024, 0, 25 + day))));

const born = question('born', { constraints: { format: 'date' } });
const order = fc.constantFrom('lt', 'lte', 'gt', 'gte');
const operator = fc.oneof(order, fc.constantFrom('equals', 'notEquals'));
const target = fc.constantFrom(...DAYS);
const offset = fc.record({ days: fc.integer({ min: -20, max: 20 }) });

/** A comparison of the answer with a date or with some time from today, or of today with a date. */
const comparison: fc.Arbitrary<Condition> = fc.oneof(
  fc.record({ valueKey: fc.constantFrom('born', TODAY), operator, target }),
  fc.oneof(fc.record({ operator: order, offset }), fc.record({ operator })).map((given): Condition => ({
    compared: { keys: ['born'], targetKey: TODAY, targetKeys: [TODAY], ...given },
  })),
);

const within = (valueKey: string): readonly Condition[] => [
  { valueKey, operator: 'gte', target: DAYS[0] ?? '' },
  { valueKey, operator: 'lte', target: DAYS.at(-1) ?? '' },
];

it('conditions on today and on an answer hold on some day exactly if an exhaustive search finds it', () => {
  fc.assert(
    fc.property(fc.array(comparison, { minLength: 2, maxLength: 4 }), (comparisons) => {
      const all: Condition = { all: [...within('born'), ...within(TODAY), ...comparisons] };
      const asked = page([born, question('shown', { visibleWhen: all })]);
      const definition = form([asked]);
      const model = new FormModel(definition, NOW);
      const isTrue = (answer: string, today: string): boolean =>
        evaluateCondition(all, toFacts(definition, { ...stateOf({ born: answer }), today }));
      const isPossible = DAYS.some((today) => DAYS.some((answer) => isTrue(answer, today)));
      const found = solve([model.formula(all)], model.laws);
      expect(found !== undefined).toBe(isPossible);
      if (!found) return;
      const { answers, today = '' } = model.stateOf(found);
      expect(isTrue(String(answers['born']), today)).toBe(true);
    }),
    { numRuns: rounds(20, 200) },
  );
});

const shown = (showWhen: unknown) => ({
  'pages/you.schema.json#/properties/late': { title: 'Late' },
  'pages/you.ui.json#/ui:layout/+1': { question: 'late', showWhen },
});
const onToday = (operatorName: string, date: string) => ({
  today: true,
  operator: operatorName,
  target: date,
});
const adult = { valueKey: 'born', operator: 'lte', target: { today: true, minus: { years: 18 } } };
const bornAfter = { valueKey: 'born', operator: 'gt', target: '2012-10-10' };

it.each([
  ['a day to come', shown(onToday('gte', '2027-01-15')), []],
  ['a day that has passed', shown(onToday('lt', '2020-01-15')), []],
  ['a future age', shown({ all: [onToday('gte', '2027-09-01'), bornAfter, adult] }), []],
  [
    'an age before it is possible',
    shown({ all: [onToday('lt', '2027-09-01'), bornAfter, adult] }),
    ['never-shown'],
  ],
  [
    'an age on a given day',
    shown({ valueKey: 'born', operator: 'gt', target: { date: '2027-09-01', minus: { years: 18 } } }),
    [],
  ],
  [
    'a required question that has no right answer from a day on',
    {
      'pages/you.schema.json#/properties/born/requiredWhen': onToday('gte', '2027-01-15'),
      'pages/you.schema.json#/properties/born/notAfter': {
        today: true,
        minus: { years: 3 },
        errorMessage: 'No.',
      },
      'pages/you.schema.json#/properties/born/notBefore': {
        today: true,
        minus: { years: 2 },
        when: onToday('gte', '2028-01-15'),
        errorMessage: 'No.',
      },
    },
    ['stuck'],
  ],
])('a condition on %s is proved', async (_, files, codes) => {
  const { faults } = await proveSchemas(tinyFormWith(files));
  expect(faults.map(({ code }) => code)).toEqual(codes);
});
