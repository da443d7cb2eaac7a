import type { Witness } from '#compiler/source/fault.ts';
import { conditionInWords } from '#compiler/words/condition-words.ts';
import type { FormModel } from '#compiler/formulas/form-model.ts';
import type { Solution } from '#compiler/solve/search.ts';

/** A state as a fault shows it: in words, and as a path that opens the form so filled in (`npm run dev`). */
export function witnessOf(page: string, solution: Solution, model: FormModel): Witness {
  const { answers, tabs, opened } = model.stateOf(solution);
  const facts = { ...answers, ...tabs, ...Object.fromEntries([...(opened ?? [])].map((id) => [id, true])) };
  const words = Object.entries(facts).map(([valueKey, target]) =>
    conditionInWords({ valueKey, operator: 'equals', target }, model.definition),
  );
  const filled = Buffer.from(JSON.stringify({ answers, tabs })).toString('base64url');
  const path = model.definition.pages.find(({ id }) => id === page)?.path ?? '/';
  return {
    words: words.length === 0 ? 'nothing is answered yet' : words.join(', '),
    path: `${path}#fill=${filled}`,
  };
}
