import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { FormModel } from '#compiler/prove/formulas/form-model.ts';
import { solve } from '#compiler/prove/solve/solve.ts';
import { toFacts } from '#form/answers/facts.ts';
import { dayOf, TODAY } from '#form/conditions/date-offset.ts';
import { evaluateCondition } from '#form/conditions/evaluate-condition.ts';
import type { Condition } from '#form/definition/definition.ts';
import { form, page, question, stateOf } from '#test/form/build-definition.ts';

const NOW = new Date('2024-02-29T12:00:00Z');
const DAYS = Array.from({ length: 92 }, (_, day) => dayOf(new Date(Date.UTC(2024, 0, 15 + day))));
const KEYS = ['one', 'other'] as const;
const OPERATORS = ['lt', 'lte', 'gt', 'gte'] as const;

const apart = fc.record({
  key: fc.constantFrom(...KEYS),
  targetKey: fc.constantFrom(TODAY, ...KEYS),
  operator: fc.constantFrom(...OPERATORS),
  offset: fc.oneof(
    fc.record({ days: fc.integer({ min: -40, max: 40 }) }),
    fc.record({ months: fc.integer({ min: -2, max: 2 }), days: fc.integer({ min: -3, max: 3 }) }),
  ),
  isNegated: fc.boolean(),
});

const within = KEYS.flatMap((valueKey): readonly Condition[] => [
  { valueKey, operator: 'gte', target: DAYS[0] ?? '' },
  { valueKey, operator: 'lte', target: DAYS.at(-1) ?? '' },
]);

it('dates that are some time apart are found wherever a search through all days finds them', () => {
  fc.assert(
    fc.property(fc.array(apart, { minLength: 2, maxLength: 4 }), (drawn) => {
      const conditions = drawn.map(({ key, isNegated, targetKey, ...rest }): Condition => {
        const condition = { compared: { ...rest, keys: [key], targetKey, targetKeys: [targetKey] } };
        return isNegated ? { not: condition } : condition;
      });
      const all: Condition = { all: [...within, ...conditions] };
      const dates = KEYS.map((key) => question(key, { constraints: { format: 'date' } }));
      const definition = form([page([...dates, question('shown', { visibleWhen: all })])]);
      const model = new FormModel(definition, NOW);
      const today = dayOf(NOW);
      const isTrue = (one: string, other: string): boolean =>
        evaluateCondition(all, toFacts(definition, { ...stateOf({ one, other }), today }));
      const exists = DAYS.some((one) => DAYS.some((other) => isTrue(one, other)));

      expect(solve([model.formula(all)], model.laws) !== undefined).toBe(exists);
    }),
    { numRuns: Number(process.env['PROVE_RUNS'] ?? 100) / 4 },
  );
});
