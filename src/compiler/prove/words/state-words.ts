import type { AnswerValue, FormDefinition, FormState } from '#form/definition/definition.ts';
import { conditionInWords } from './condition-words.ts';

/** A state in words, and as the path of a page that opens the form so filled in (`npm run dev`). */
export function stateInWords(
  page: string,
  state: FormState,
  definition: FormDefinition,
): { readonly words: string; readonly path: string } {
  const { answers, tabs } = state;
  const { given, clicks } = stepsInWords(state, definition);
  const words = [...given, ...clicks];
  const filled = Buffer.from(JSON.stringify({ answers, tabs })).toString('base64url');
  const path = definition.pages.find(({ id }) => id === page)?.path ?? '/';
  return {
    words: words.length === 0 ? 'nothing is answered yet' : words.join(', '),
    path: `${path}#fill=${filled}`,
  };
}

/** What a student does to get into a state, in words: the answers that are given, and the tabs and confirmations. */
export function stepsInWords(
  { answers, tabs, opened = new Set() }: FormState,
  definition: FormDefinition,
): { readonly given: readonly string[]; readonly clicks: readonly string[] } {
  const inWords = ([valueKey, target]: readonly [string, AnswerValue]): string =>
    conditionInWords({ valueKey, operator: 'equals', target }, definition);
  const confirmed = [...opened].map((id) => [id, true] as const);
  return {
    given: Object.entries(answers).map(inWords),
    clicks: [...Object.entries(tabs), ...confirmed].map(inWords),
  };
}
