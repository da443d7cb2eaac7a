import type { Witness } from '#compiler/source/fault.ts';
import { conditionInWords } from '#compiler/words/condition-words.ts';
import type { AnswerValue } from '#form/definition/definition.ts';
import type { FormModel } from '#compiler/formulas/form-model.ts';
import type { Solution } from '#compiler/solve/search.ts';

/** A state as a fault shows it: in words, and as a path that opens the form so filled in (`npm run dev`). */
export function witnessOf(page: string, solution: Solution, model: FormModel): Witness {
  const { answers, tabs } = model.stateOf(solution);
  const { given, clicks } = stepsOf(solution, model);
  const words = [...given, ...clicks];
  const filled = Buffer.from(JSON.stringify({ answers, tabs })).toString('base64url');
  const path = model.definition.pages.find(({ id }) => id === page)?.path ?? '/';
  return {
    words: words.length === 0 ? 'nothing is answered yet' : words.join(', '),
    path: `${path}#fill=${filled}`,
  };
}

/** What a student does to get into a state, in words: the answers that are given, and the tabs and confirmations. */
export function stepsOf(
  solution: Solution,
  model: FormModel,
): { readonly given: readonly string[]; readonly clicks: readonly string[] } {
  const { answers, tabs, opened = [] } = model.stateOf(solution);
  const inWords = ([valueKey, target]: readonly [string, AnswerValue]): string =>
    conditionInWords({ valueKey, operator: 'equals', target }, model.definition);
  const confirmed = [...opened].map((id) => [id, true] as const);
  return {
    given: Object.entries(answers).map(inWords),
    clicks: [...Object.entries(tabs), ...confirmed].map(inWords),
  };
}
