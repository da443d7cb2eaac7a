import type { AnswerValue, FormDefinition, FormState } from '#form/definition/definition.ts';
import type { Witness } from '../source/fault.ts';
import type { FormModel } from './formulas/form-model.ts';
import type { Solution } from './solve/solve.ts';
import { conditionInWords } from './words/condition-words.ts';

/** Describes a solution in words, with a path that opens the prefilled form (`npm run dev`). */
export function witnessOf(page: string, solution: Solution, model: FormModel): Witness {
  return stateInWords(page, model.stateOf(solution), model.definition);
}

/** Steps in words: given answers, and clicks on tabs and confirmations. */
type Steps = { readonly given: readonly string[]; readonly clicks: readonly string[] };

/** Describes a state in words, with a path that opens the prefilled form (`npm run dev`). */
export function stateInWords(page: string, state: FormState, definition: FormDefinition): Witness {
  const { answers, tabs, today } = state;
  const isDated = today !== undefined && definition.pages.some((each) => each.isDated);
  const { given, clicks } = stepsInWords(state, definition);
  const filled = Buffer.from(JSON.stringify({ answers, tabs })).toString('base64url');
  const path = definition.pages.find(({ id }) => id === page)?.path ?? '/';
  return {
    words:
      [...given, ...clicks, ...(isDated ? [`today is ${today}`] : [])].join(', ') ||
      'nothing is answered yet',
    path: `${path}#fill=${filled}`,
  };
}

/** Lists the steps to reach a state. */
export function stepsInWords(
  { answers, tabs, opened = new Set() }: FormState,
  definition: FormDefinition,
): Steps {
  const inWords = ([valueKey, target]: readonly [string, AnswerValue]): string =>
    conditionInWords({ valueKey, operator: 'equals', target }, definition);
  const confirmed = [...opened].map((id) => [id, true] as const);
  return {
    given: Object.entries(answers).map(inWords),
    clicks: [...Object.entries(tabs), ...confirmed].map(inWords),
  };
}
