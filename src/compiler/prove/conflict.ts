import type { CompiledPartner } from '#compiler/compile/compile-partner.ts';
import type { Cursor } from '#compiler/source/cursor.ts';
import type { Condition } from '#form/definition/definition.ts';
import { conditionInWords, subjectInWords } from '#compiler/prove/words/condition-words.ts';
import { placeInWords } from '#compiler/prove/words/place-words.ts';
import { writtenParts } from '#compiler/prove/words/written-parts.ts';
import { isImpossible } from '#compiler/prove/solve/solve.ts';
import { conjunctsOf } from '#compiler/prove/formulas/form-conditions.ts';
import type { FormModel } from '#compiler/prove/formulas/form-model.ts';
import { type Formula, variablesOf } from '#compiler/prove/solve/formula.ts';

/** Something that must hold, in words and with its line. */
export type Demand = { readonly formula: Formula; readonly words: string; readonly at?: Cursor | undefined };

/** What a condition of the form demands, each part of a conjunction for itself. */
export function demandsOf(condition: Condition, proven: Proven, at?: Cursor): readonly Demand[] {
  const { model, partner } = proven;
  return writtenParts(condition, partner, at).map((part) => ({
    formula: model.formula(part.condition),
    words: part.words,
    at: part.at,
  }));
}

export type Proven = { readonly model: FormModel; readonly partner: CompiledPartner };

/**
 * Of demands that cannot all hold a smallest set that cannot: without any one of them the others can. The laws of the
 * form (what is hidden is unanswered) are among them where they take part.
 */
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
