import type { Cursor } from '#compiler/source/cursor.ts';
import type { Finding, Report } from '#compiler/source/fault.ts';
import type { Condition } from '#form/definition/definition.ts';
import { demandsOf, inWords, type Proven, smallestConflict, type Demand } from './conflict.ts';
import { solve, solveWithFewest } from '#compiler/solve/solve.ts';
import type { Formula } from '#compiler/solve/formula.ts';
import type { Solution } from '#compiler/solve/search.ts';

/** The form of one partner while it is proven, and where its faults go. */
export type Proof = Proven & {
  readonly report: Report;
  /** Counts uses of what several places may share, such as a named condition or a block. */
  readonly shared: SharedFindings;
};

/** A state of the form in which all of these hold; undefined when there is none. */
export function stateWith(goals: readonly Formula[], { model }: Proof): Promise<Solution | undefined> {
  return solve(goals, model.laws);
}

/** Of the states in which all of these hold one with the fewest answers. */
export function smallestStateWith(
  goals: readonly Formula[],
  { model }: Proof,
): Promise<Solution | undefined> {
  return solveWithFewest(goals, model.laws);
}

/** Why conditions cannot all hold, and what to do: the fewest that exclude each other, each with its line. */
export async function whyNever(
  conditions: readonly Condition[],
  proof: Proof,
  further: readonly Demand[] = [],
): Promise<string> {
  const demands = [...conditions.flatMap((condition) => demandsOf(condition, proof)), ...further];
  const conflict = await smallestConflict(demands, proof);
  return conflict.length === 1
    ? `This is never true: ${inWords(conflict)}. Change it`
    : `These exclude each other: ${inWords(conflict)}. Change one of them`;
}

/**
 * What is right in one use may do nothing in another: a condition in a block, one with a name, one for several
 * partners. It is reported when it does nothing in any.
 */
export class SharedFindings {
  readonly #uses = new Map<string, { readonly at: Cursor; readonly found: (Finding | undefined)[] }>();

  /** @param finding what is wrong with this use; nothing where it is right */
  add(at: Cursor, kind: string, finding: Finding | undefined): void {
    const { file, line, column } = at.place;
    const name = [file, line, column, kind].join('\n');
    const use = this.#uses.get(name) ?? { at, found: [] };
    this.#uses.set(name, use);
    use.found.push(finding);
  }

  reportTo(report: Report): void {
    for (const { at, found } of this.#uses.values()) {
      const [first] = found;
      if (first && found.every((finding) => finding !== undefined)) report(at, first);
    }
  }
}
