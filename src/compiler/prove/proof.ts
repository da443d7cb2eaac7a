import type { Cursor } from '#compiler/source/cursor.ts';
import type { Finding, Report } from '#compiler/source/fault.ts';
import type { Condition } from '#form/definition/definition.ts';
import { demandsOf, inWords, type Proven, smallestConflict, type Demand } from './conflict.ts';
import { solve, solveWithFewest, type Solution, unlessUndecided } from '#compiler/prove/solve/solve.ts';
import type { Formula } from '#compiler/prove/solve/formula.ts';

/** The form of one partner while it is proven, and where its faults go. */
export type Proof = Proven & {
  readonly report: Report;
  /** Counts uses of what several places may share, such as a named condition or a block. */
  readonly shared: SharedFindings;
};

/** A state of the form in which all of these hold; undefined when there is none. */
export function stateWith(goals: readonly Formula[], { model }: Proof): Solution | undefined {
  return solve(goals, model.laws);
}

/** Of the states in which all of these hold one with the fewest answers. */
export function smallestStateWith(goals: readonly Formula[], { model }: Proof): Solution | undefined {
  return solveWithFewest(goals, model.laws);
}

/**
 * Runs a proof about one place of the files. Where the solver gives up, a warning is reported there instead.
 *
 * @param at without it, the warning is at the top of the form
 */
export function proveAt<Result>(
  at: Cursor | undefined,
  { partner, report, shared }: Proof,
  prove: () => Result,
): Result | undefined {
  return unlessUndecided(prove, () => {
    const place = at ?? partner.sources.cursor('form.json');
    if (!place) return undefined;
    report(place, NOT_PROVED);
    shared.leaveOut(place);
    return undefined;
  });
}

const NOT_PROVED: Finding = {
  code: 'not-proved',
  found: 'conditions or rules that depend on too many answers at once, so that nothing is proved about them',
  expected: 'conditions that the check can decide',
  cure: 'Compare fewer answers with each other here, or try by hand what shows and what can be submitted.',
};

/** Why conditions cannot all hold, and what to do: the fewest that exclude each other, each with its line. */
export function whyNever(
  conditions: readonly Condition[],
  proof: Proof,
  further: readonly Demand[] = [],
): string {
  const demands = [...conditions.flatMap((condition) => demandsOf(condition, proof)), ...further];
  const conflict = smallestConflict(demands, proof);
  return conflict.length === 1
    ? `This is never true: ${inWords(conflict)}. Change it`
    : `These exclude each other: ${inWords(conflict)}. Change one of them`;
}

/**
 * What is right in one use may do nothing in another: a condition in a block, one with a name, one for several
 * partners. It is reported when it does nothing in any.
 */
export class SharedFindings {
  readonly #leftOut = new Set<string>();
  readonly #uses = new Map<string, { readonly at: Cursor; readonly found: (Finding | undefined)[] }>();

  /** @param finding what is wrong with this use; nothing where it is right */
  add(at: Cursor, kind: string, finding: Finding | undefined): void {
    const name = `${nameOf(at)}\n${kind}`;
    const use = this.#uses.get(name) ?? { at, found: [] };
    this.#uses.set(name, use);
    use.found.push(finding);
  }

  /** Reports nothing of a place of which one use is not proved. */
  leaveOut(at: Cursor): void {
    this.#leftOut.add(nameOf(at));
  }

  reportTo(report: Report): void {
    for (const { at, found } of this.#uses.values()) {
      const [first] = found;
      if (first && !this.#leftOut.has(nameOf(at)) && found.every((finding) => finding !== undefined))
        report(at, first);
    }
  }
}

function nameOf({ place }: Cursor): string {
  return [place.file, place.line, place.column].join('\n');
}
