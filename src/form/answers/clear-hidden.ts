import { evaluateCondition } from '../conditions/evaluate-condition.ts';
import type { Answers, ClearingRule, FormState } from '../definition/definition.ts';
import { type FormPart, pagesOf, questionsOf } from '../definition/form-part.ts';
import { memoizeByObject } from '../definition/memoize-by-object.ts';
import { companionKey, EMPTY_ANSWER, isAnswered, answerByKey } from '../definition/answer.ts';
import { toFacts } from './facts.ts';

/**
 * Clears answers of hidden nodes until stable (docs/behavior.md 4.7).
 *
 * @param part the whole form, since conditions can refer to other pages
 * @returns all answers, the same object if unchanged, and the cleared keys
 * @throws ConditionError if a condition cannot be evaluated
 */
export function clearHidden(
  part: FormPart,
  state: FormState,
): { readonly answers: Answers; readonly cleared: string[] } {
  const cleared: string[] = [];
  let { answers } = state;
  let round = keysToClear(part, state);
  while (round.length > 0) {
    cleared.push(...round);
    answers = { ...answers, ...Object.fromEntries(round.map((key) => [key, EMPTY_ANSWER])) };
    round = keysToClear(part, { ...state, answers });
  }
  return { answers, cleared };
}

/** Returns the state with cleared hidden answers. */
export const withoutHidden = (part: FormPart, state: FormState): FormState => ({
  ...state,
  answers: clearHidden(part, state).answers,
});

function keysToClear(part: FormPart, state: FormState): readonly string[] {
  const isClearable = (key: string): boolean => isAnswered(answerByKey(state.answers, key));
  const rules = clearingRulesOf(part).filter(({ keys }) => keys.some(isClearable));
  if (rules.length === 0) return [];
  const facts = toFacts(part, state);
  const hidden = rules.filter(({ when }) => evaluateCondition(when, facts)).flatMap(({ keys }) => keys);
  return [...new Set(hidden.filter(isClearable))];
}

/** Clearing rules with all their keys, including widget parts and labels. */
const clearingRulesOf = memoizeByObject((part: FormPart): readonly ClearingRule[] =>
  pagesOf(part)
    .flatMap((page) => page.clearing)
    .map(({ when, keys }) => ({ when, keys: keys.flatMap((key) => withParts(part, key)) })),
);

/** Returns a key with the parts of its widget and all their labels. */
export function withParts(part: FormPart, key: string): readonly string[] {
  return [key, ...(questionsOf(part).get(key)?.parts ?? [])].flatMap((each) => [each, companionKey(each)]);
}
