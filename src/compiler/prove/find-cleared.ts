import type { Proof } from './proof.ts';
import { proveAt, smallestStateWith } from './proof.ts';
import { conjunctsOf } from '#compiler/prove/formulas/form-conditions.ts';
import { not } from '#compiler/prove/solve/formula.ts';
import { witnessOf } from './witness.ts';

/** Reports questions that are cleared while they are shown and must be answered: nobody could ever submit. */
export function findClearedWhileShown(proof: Proof): void {
  const { model, partner, report } = proof;
  for (const question of model.questions.values()) {
    const parts = question.visibleWhen ? conjunctsOf(question.visibleWhen) : [];
    const shown = new Set(parts.map((part) => JSON.stringify(part)));
    for (const { formula, shownWhen } of model.namedLawsOf(question.key)) {
      if (shown.has(JSON.stringify(shownWhen))) continue;
      const at = partner.taken.keys.get(question.key)?.property;
      const goals = [model.required(question), not(formula)];
      const state = proveAt(at, proof, () => smallestStateWith(goals, proof));
      if (!state || !at) continue;
      report(at, {
        code: 'cleared-while-shown',
        found: `the question "${question.key}", which is cleared while it is shown and must be answered`,
        expected: 'a question that keeps its answer while it must be answered',
        cure: 'Remove its key from "clears", or hide the question under the same condition.',
        witness: witnessOf(question.page, state, model),
      });
    }
  }
}
