import type { Condition } from '#form/definition/definition.ts';
import type { CompiledPartner } from '../compile/compile-partner.ts';
import type { Cursor } from '../source/cursor.ts';
import type { Finding, Report } from '../source/fault.ts';
import { conjunctsOf } from './formulas/form-conditions.ts';
import type { FormModel } from './formulas/form-model.ts';
import { type Formula, variablesOf } from './solve/formula.ts';
import { type Solution, isImpossible, solve, solveWithFewest, unlessUndecided } from './solve/solve.ts';
import { conditionInWords, placeInWords, subjectInWords, writtenParts } from './words/condition-words.ts';

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

/** Runs a proof about a place; where the solver gives up, a warning is reported there or atop the form. */
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

/** Findings in blocks, named conditions and several partners, reported only when every use has one. */
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

/** Something that must hold, in words and with its line. */
export type Demand = { readonly formula: Formula; readonly words: string; readonly at?: Cursor | undefined };

/** What a condition of the form demands, each part of a conjunction for itself. */
function demandsOf(condition: Condition, proven: Proven, at?: Cursor): readonly Demand[] {
  const { model, partner } = proven;
  const parts = writtenParts(condition, partner, at);
  return parts.map((part) => ({ ...part, formula: model.formula(part.condition) }));
}

export type Proven = { readonly model: FormModel; readonly partner: CompiledPartner };

/** Returns a smallest set of demands that exclude each other, with the laws of the form that take part. */
export function smallestConflict(demands: readonly Demand[], proven: Proven): readonly Demand[] {
  const goals = new Set(demands);
  const laws = new Set(lawsAround(demands, proven));
  const byFormula = new Map([...laws].map((law) => [law.formula, law]));
  const applied = (formula: Formula): boolean => {
    const law = byFormula.get(formula);
    return law === undefined || laws.has(law);
  };
  const isConflict = (): boolean =>
    isImpossible(
      [...goals].map(({ formula }) => formula),
      (variable, value) => proven.model.laws(variable, value).filter(applied),
    );
  for (const kept of [laws, goals]) {
    // A copy, since what is put back would be met again.
    const candidates = [...kept];
    for (const demand of candidates) {
      kept.delete(demand);
      if (!isConflict()) kept.add(demand);
    }
  }
  return [...goals, ...laws];
}

/** The laws of all answers that the demands mention, and of those that these mention in turn. */
function lawsAround(demands: readonly Demand[], { model, partner }: Proven): readonly Demand[] {
  const found: Demand[] = [];
  const seen = new Set<string>();
  const waiting = demands.map(({ formula }) => formula);
  for (const formula of waiting) {
    for (const name of new Set([...variablesOf(formula)].map((variable) => model.nameOf(variable)))) {
      if (seen.has(name)) continue;
      seen.add(name);
      for (const { formula: law, shownWhen } of model.namedLawsOf(name)) {
        waiting.push(law);
        found.push({
          formula: law,
          words: `“${subjectInWords(name, model.definition)}” is asked only while ${conditionInWords(shownWhen, model.definition)}`,
          at: originOf(shownWhen, name, { model, partner }),
        });
      }
    }
  }
  return found;
}

/** Where a condition around a question is written. */
function originOf(condition: Condition, key: string, { model, partner }: Proven): Cursor | undefined {
  const visibleWhen = model.questions.get(key)?.visibleWhen;
  if (!visibleWhen) return undefined;
  const text = JSON.stringify(condition);
  const same = conjunctsOf(visibleWhen).find(
    (part) => JSON.stringify(part) === text && partner.origins.has(part),
  );
  return same ? partner.origins.get(same) : partner.taken.keys.get(key)?.property;
}

/** `A (pages/about.ui.json:8), B (pages/about.ui.json:12)`. */
export function inWords(demands: readonly Demand[]): string {
  return demands.map(({ words, at }) => (at ? `${words} (${placeInWords(at.place)})` : words)).join('; ');
}
