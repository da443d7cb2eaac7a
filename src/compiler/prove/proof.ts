import type { Condition } from '#form/definition/definition.ts';
import type { CompiledPartner } from '../compile/compile-partner.ts';
import type { Cursor } from '../source/cursor.ts';
import type { Finding, Report } from '../source/fault.ts';
import { conjunctsOf } from './formulas/form-conditions.ts';
import type { FormModel } from './formulas/form-model.ts';
import { type Formula, variablesOf } from './solve/formula.ts';
import { type Solution, isImpossible, solve, solveWithFewest, unlessUndecided } from './solve/solve.ts';
import { conditionInWords, placeInWords, subjectInWords, writtenParts } from './words/condition-words.ts';

/** The form under proof, with its fault report. */
export type Proof = ProofContext & {
  readonly report: Report;
  /** Counts uses of shared sources, such as a named condition or a block. */
  readonly shared: SharedFindings;
};

/** Returns a state that satisfies all goals; undefined if there is none. */
export function stateWith(goals: readonly Formula[], { model }: Proof): Solution | undefined {
  return solve(goals, model.laws);
}

/** Returns such a state with the fewest answers. */
export function smallestStateWith(goals: readonly Formula[], { model }: Proof): Solution | undefined {
  return solveWithFewest(goals, model.laws);
}

/** Runs a proof about a place; warns there or at the top of the form if the solver gives up. */
export function proveAt<Result>(
  at: Cursor | undefined,
  { partner, report, shared }: Proof,
  prove: () => Result,
): Result | undefined {
  return unlessUndecided(prove, () => {
    const place = at ?? partner.sources.cursor('form.json');
    if (!place) return undefined;
    report(place, NOT_PROVED);
    shared.suppress(place);
    return undefined;
  });
}

const NOT_PROVED: Finding = {
  code: 'not-proved',
  found: 'conditions or rules that depend on too many answers at once, so that nothing is proved about them',
  expected: 'conditions that the check can decide',
  cure: 'Compare fewer answers with each other here, or try by hand what shows and what can be submitted.',
};

/** Explains why conditions cannot all hold, with a fix: a smallest conflicting set, each with its line. */
export function explainConflict(
  conditions: readonly Condition[],
  proof: Proof,
  further: readonly Requirement[] = [],
): string {
  const parts = conditions.flatMap((condition) => writtenParts(condition, proof.partner));
  const demands = parts.map((part) => ({ ...part, formula: proof.model.formula(part.condition) }));
  const conflict = smallestConflict([...demands, ...further], proof);
  return conflict.length === 1
    ? `This is never true: ${inWords(conflict)}. Change it`
    : `These exclude each other: ${inWords(conflict)}. Change one of them`;
}

/** Findings in blocks, named conditions and several partners, reported only if every use has one. */
export class SharedFindings {
  readonly #suppressed = new Set<string>();
  readonly #uses = new Map<string, { readonly at: Cursor; readonly found: (Finding | undefined)[] }>();

  /** @param finding the fault of this use; undefined if it has none */
  add(at: Cursor, kind: string, finding: Finding | undefined): void {
    const name = `${nameOf(at)}\n${kind}`;
    const use = this.#uses.get(name) ?? { at, found: [] };
    this.#uses.set(name, use);
    use.found.push(finding);
  }

  /** Suppresses reports for a place if one of its uses is not proved. */
  suppress(at: Cursor): void {
    this.#suppressed.add(nameOf(at));
  }

  reportTo(report: Report): void {
    for (const { at, found } of this.#uses.values()) {
      const [first] = found;
      if (first && !this.#suppressed.has(nameOf(at)) && found.every((finding) => finding !== undefined))
        report(at, first);
    }
  }
}

function nameOf({ place }: Cursor): string {
  return [place.file, place.line, place.column].join('\n');
}

/** A requirement in words, with its line. */
export type Requirement = {
  readonly formula: Formula;
  readonly words: string;
  readonly at?: Cursor | undefined;
};

export type ProofContext = { readonly model: FormModel; readonly partner: CompiledPartner };

/** Returns a smallest conflicting set of demands, with the form's laws involved. */
export function smallestConflict(
  demands: readonly Requirement[],
  proven: ProofContext,
): readonly Requirement[] {
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
    // A copy, since restored items would be visited again.
    const candidates = [...kept];
    for (const demand of candidates) {
      kept.delete(demand);
      if (!isConflict()) kept.add(demand);
    }
  }
  return [...goals, ...laws];
}

/** Returns the laws of all answers that the demands refer to, transitively. */
function lawsAround(
  demands: readonly Requirement[],
  { model, partner }: ProofContext,
): readonly Requirement[] {
  const found: Requirement[] = [];
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

/** Returns where a condition around a question is written. */
function originOf(condition: Condition, key: string, { model, partner }: ProofContext): Cursor | undefined {
  const visibleWhen = model.questions.get(key)?.visibleWhen;
  if (!visibleWhen) return undefined;
  const text = JSON.stringify(condition);
  const same = conjunctsOf(visibleWhen).find(
    (part) => JSON.stringify(part) === text && partner.origins.has(part),
  );
  return same ? partner.origins.get(same) : partner.taken.keys.get(key)?.property;
}

/** `A (pages/about.ui.json:8), B (pages/about.ui.json:12)`. */
export function inWords(demands: readonly Requirement[]): string {
  return demands.map(({ words, at }) => (at ? `${words} (${placeInWords(at.place)})` : words)).join('; ');
}
