import * as fc from '#test/support/random.ts';
import { describe, expect, it } from 'vitest';
import {
  all,
  any,
  evaluate,
  type Formula,
  is,
  not,
  range,
  type Variable,
} from '#compiler/prove/solve/formula.ts';
import { isImpossible, solve, solveWithFewest, unlessUndecided } from '#compiler/prove/solve/solve.ts';

const VARIABLES: readonly Variable[] = range(4).map((index) => ({ index, name: `v${index}`, size: 3 }));

const comparison: fc.Arbitrary<Formula> = fc
  .tuple(fc.constantFrom(...VARIABLES), fc.uniqueArray(fc.nat(2), { minLength: 1, maxLength: 2 }))
  .map(([variable, values]) => is(variable, values));
const sum: fc.Arbitrary<Formula> = fc
  .tuple(fc.uniqueArray(fc.constantFrom(...VARIABLES), { minLength: 1 }), fc.integer({ min: 1, max: 7 }))
  .map(([variables, least]) => ({ kind: 'sum', variables, least }));
const joint: fc.Arbitrary<Formula> = fc
  .uniqueArray(fc.constantFrom(...VARIABLES), { minLength: 2, maxLength: 2 })
  .map((variables) => ({ kind: 'joint', variables, holds: ([one = 0, other = 0]) => one < other }));
const { formula } = fc.letrec<{ formula: Formula }>((tie) => ({
  formula: fc.oneof(
    { maxDepth: 3 },
    comparison,
    sum,
    joint,
    fc.array(tie('formula'), { maxLength: 3 }).map(all),
    fc.array(tie('formula'), { maxLength: 3 }).map(any),
    tie('formula').map(not),
  ),
}));

/** Goals, and the laws for each nonzero value of a variable. */
const problem = fc.record({
  goals: fc.array(formula, { minLength: 1, maxLength: 4 }),
  laws: fc.array(fc.array(formula, { maxLength: 1 }), { minLength: 4, maxLength: 4 }),
});

/** Returns the fewest nonzero variables of any solution, by exhaustive search. */
function fewestByTrying({
  goals,
  laws,
}: {
  goals: readonly Formula[];
  laws: readonly (readonly Formula[])[];
}) {
  const assignments = VARIABLES.reduce<readonly (readonly number[])[]>(
    (before, { size }) => before.flatMap((values) => range(size).map((value) => [...values, value])),
    [[]],
  );
  const solutions = assignments.filter((values) => {
    const demanded = values.flatMap((value, index) => (value === 0 ? [] : (laws[index] ?? [])));
    return [...goals, ...demanded].every((each) => evaluate(each, values) === true);
  });
  return solutions.length === 0
    ? undefined
    : Math.min(...solutions.map((values) => values.filter((value) => value > 0).length));
}

/** Pigeonhole principle (W. Cook et al., 1987): hard for every search of this kind. */
const placing = (count: number): readonly Formula[] => {
  const pigeons = range(count).map((index): Variable => ({
    index,
    name: `pigeon ${index}`,
    size: count,
  }));
  const apart = pigeons.flatMap((one, index) =>
    pigeons
      .slice(index + 1)
      .map((other): Formula => ({ kind: 'joint', variables: [one, other], holds: ([a, b]) => a !== b })),
  );
  return [...pigeons.map((pigeon) => not(is(pigeon, [0]))), ...apart];
};

describe('the solver', () => {
  it('finds the fewest changes, or that there is no solution, like an exhaustive search', () => {
    fc.assert(
      fc.property(problem, ({ goals, laws }) => {
        const found = solveWithFewest(goals, ({ index }) => laws[index] ?? []);

        expect(found?.size).toBe(fewestByTrying({ goals, laws }));
      }),
      { numRuns: 1000 },
    );
  });

  it('gives up beyond its budget instead of claiming that there is no solution', () => {
    const outcome = (count: number) =>
      unlessUndecided(
        () => solve(placing(count), () => []),
        () => 'undecided',
      );

    expect(outcome(5)).toBeUndefined();
    expect(outcome(8)).toBe('undecided');
    expect(isImpossible(placing(5), () => [])).toBe(true);
    expect(isImpossible(placing(8), () => [])).toBe(false);
  });
});
