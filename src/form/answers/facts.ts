import { answerByKey, isAnswered } from '../definition/answer.ts';
import { comparedWithin, comparisonsWithin } from '../conditions/condition-parts.ts';
import { comparisonName, isMet } from '../conditions/compare-answers.ts';
import { dayOf, TODAY } from '../conditions/date-offset.ts';
import type { AnswerComparison, Facts, FormState } from '../definition/definition.ts';
import {
  type Confirmation,
  type FormPart,
  addAnothersOf,
  confirmationsOf,
  pagesOf,
  questionsOf,
  tabGroupsOf,
} from '../definition/form-part.ts';
import { memoizeByObject } from '../definition/memoize-by-object.ts';
import { fewestInstances } from './instances.ts';

/** Builds the facts for conditions: answers, current tabs, open confirmations, true comparisons. */
export function toFacts(part: FormPart, state: FormState): Facts {
  const answered = Object.entries(state.answers).filter(([, value]) => isAnswered(value));
  const tabs = tabGroupsOf(part).map(({ id, tabs: known, defaultTab }) => {
    const chosen = Object.hasOwn(state.tabs, id) ? state.tabs[id] : undefined;
    return [id, known.some((tab) => tab.id === chosen) ? (chosen ?? defaultTab) : defaultTab] as const;
  });
  const open = confirmationsOf(part)
    .filter((confirmation) => isOpen(confirmation, state))
    .map(({ node }) => [node.id, true] as const);
  const { isDated, compared } = comparisonsOf(part);
  const today = isDated ? [[TODAY, state.today ?? dayOf(new Date())] as const] : [];
  const facts: Facts = Object.fromEntries([...answered, ...tabs, ...open, ...today]);
  if (compared.length === 0) return facts;
  const met = compared.filter((comparison) => isMet(comparison, facts));
  return { ...facts, ...Object.fromEntries(met.map((each) => [comparisonName(each).name, true])) };
}

type Comparisons = { readonly isDated: boolean; readonly compared: readonly AnswerComparison[] };

/** Comparisons of answers in a form's conditions, and whether any uses today. */
export const comparisonsOf = memoizeByObject((part: FormPart): Comparisons => {
  const completion = 'completion' in part ? part.completion : undefined;
  const compared = [...pagesOf(part).flatMap((page) => page.compared ?? []), ...comparedWithin(completion)];
  const others = [...questionsOf(part).values()].flatMap(({ relations = [], notices = [] }) => [
    ...relations,
    ...notices.flatMap(({ comparison }) => comparison ?? []),
  ]);
  const isDated =
    pagesOf(part).some((page) => page.isDated) ||
    comparisonsWithin(completion).some(({ valueKey }) => valueKey === TODAY) ||
    [...compared, ...others].some(({ targetKey }) => targetKey === TODAY);
  return { isDated, compared };
});

/** Whether a confirmation was opened or contains an answer. */
function isOpen({ node, keys }: Confirmation, { answers, opened }: FormState): boolean {
  return (opened?.has(node.id) ?? false) || keys.some((key) => isAnswered(answerByKey(answers, key)));
}

/** Returns the tab of each group and the count of each add-another, including defaults. */
export function allChoices(
  definition: FormPart,
  { tabs, counts }: Pick<FormState, 'tabs' | 'counts'>,
): Pick<FormState, 'tabs' | 'counts'> {
  const defaults = tabGroupsOf(definition).map(({ id, defaultTab }) => [id, defaultTab] as const);
  const fewest = addAnothersOf(definition).map((node) => [node.id, fewestInstances(node)] as const);
  return {
    tabs: { ...Object.fromEntries(defaults), ...tabs },
    counts: { ...Object.fromEntries(fewest), ...counts },
  };
}
