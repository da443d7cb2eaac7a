import type { Witness } from '#compiler/source/fault.ts';
import { stateInWords, stepsInWords } from '#compiler/prove/words/state-words.ts';
import type { FormModel } from '#compiler/prove/formulas/form-model.ts';
import type { Solution } from '#compiler/prove/solve/solve.ts';

/** A state as a fault shows it: in words, and as a path that opens the form so filled in (`npm run dev`). */
export function witnessOf(page: string, solution: Solution, model: FormModel): Witness {
  return stateInWords(page, model.stateOf(solution), model.definition);
}

/** What a student does to get into a state, in words: the answers that are given, and the tabs and confirmations. */
export function stepsOf(
  solution: Solution,
  model: FormModel,
): { readonly given: readonly string[]; readonly clicks: readonly string[] } {
  return stepsInWords(model.stateOf(solution), model.definition);
}
