import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { all, any, evaluate, type Formula, is, not, range, type Variable } from '#compiler/solve/formula.ts';
import { search, UNDECIDED } from '#compiler/solve/search.ts';
import { solve, solveWithFewest } from '#compiler/solve/solve.ts';

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

/** Goals, and for each value of a variable but the first what must hold with it. */
const problem = fc.record({
  goals: fc.array(formula, { minLength: 1, maxLength: 4 }),
  laws: fc.array(fc.array(formula, { maxLength: 1 }), { minLength: 4, maxLength: 4 }),
});

/** The fewest variables that are not 0 in any assignment that solves the problem. */
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

describe('solving', () => {
  it('finds the fewest changes that trying all finds, or that there are none', async () => {
    await fc.assert(
      fc.asyncProperty(problem, async ({ goals, laws }) => {
        const found = await solveWithFewest(goals, ({ index }) => laws[index] ?? []);

        expect(found?.size).toBe(fewestByTrying({ goals, laws }));
      }),
      { numRuns: 1000 },
    );
  });

  it('finds the same by Z3, where the search may try nothing', { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(problem, async ({ goals, laws }) => {
        const found = await solveWithFewest(goals, ({ index }) => laws[index] ?? [], 0);

        expect(found?.size).toBe(fewestByTrying({ goals, laws }));
      }),
      { numRuns: 8 },
    );
  });

  it('proves by Z3 what a search gives up', { timeout: 120_000 }, async () => {
    // Eight pigeons in seven holes (W. Cook et al., 1987): hard for every search of this kind.
    const pigeons = range(8).map((index): Variable => ({ index, name: `pigeon ${index}`, size: 8 }));
    const housed = pigeons.map((pigeon) => not(is(pigeon, [0])));
    const apart = pigeons.flatMap((one, index) =>
      pigeons
        .slice(index + 1)
        .map((other): Formula => ({ kind: 'joint', variables: [one, other], holds: ([a, b]) => a !== b })),
    );

    expect(search([...housed, ...apart], () => [], { budget: 20_000 })).toBe(UNDECIDED);
    expect(await solve([...housed, ...apart], () => [])).toBeUndefined();
  });
});
