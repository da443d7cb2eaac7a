import type { Formula } from './formula.ts';
import { type Laws, search, type Solution, UNDECIDED } from './search.ts';
import { solveBySmt } from './smt.ts';

/** How many values a search may try before Z3 is asked: what a form of today needs is far below. */
const BUDGET = 20_000;

/**
 * A state of the form in which all goals hold, or undefined when there is none. Both are proven: what a search does not decide,
 * Z3 does.
 */
export async function solve(
  goals: readonly Formula[],
  laws: Laws,
  budget: number = BUDGET,
): Promise<Solution | undefined> {
  const found = search(goals, laws, { budget });
  return found === UNDECIDED ? solveBySmt(goals, laws) : found;
}

/** Of all such states one that differs least from a new application: with the fewest answers. */
export async function solveWithFewest(
  goals: readonly Formula[],
  laws: Laws,
  budget: number = BUDGET,
): Promise<Solution | undefined> {
  const any = await solve(goals, laws, budget);
  if (!any) return undefined;
  for (let most = 0; most < any.size; most += 1) {
    const found = search(goals, laws, { budget, most });
    const fewest = found === UNDECIDED ? await solveBySmt(goals, laws, most) : found;
    if (fewest) return fewest;
  }
  return any;
}
