import { evaluateCondition } from '../conditions/evaluate-condition.ts';
import type { Answers, AnswerValue, ClearingRule, FormState } from '../definition/definition.ts';
import { type FormPart, pagesOf, questionsOf } from '../definition/form-part.ts';
import { memoizeByObject } from '../definition/memoize-by-object.ts';
import { companionKey, EMPTY_ANSWER, isAnswered, answerByKey } from '../definition/answer.ts';
import { toFacts } from './facts.ts';

/**
 * Clears what a hidden node clears (docs/behavior.md 4.7): answers under the keys of each
 * clearing rule that is true become the empty marker, with their labels (`<key>_desc`) and the further keys
 * the same widget writes. Clearing an answer can hide another node, so it is repeated until nothing changes.
 *
 * @param part the whole form, so that conditions may name answers of other pages
 * @returns all answers, and which keys were cleared. Clearing twice is clearing once; with nothing to
 *   clear the answers are the very object that came in
 * @throws ConditionError when a condition cannot be evaluated
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
    answers = {
      ...answers,
      ...Object.fromEntries(round.map((key): [string, AnswerValue] => [key, EMPTY_ANSWER])),
    };
    round = keysToClear(part, { ...state, answers });
  }
  return { answers, cleared };
}

function keysToClear(part: FormPart, state: FormState): readonly string[] {
  const answered = clearingRulesOf(part)
    .map(({ when, keys }) => ({
      when,
      keys: keys.filter((key) => isAnswered(answerByKey(state.answers, key))),
    }))
    .filter((rule) => rule.keys.length > 0);
  if (answered.length === 0) return [];
  const facts = toFacts(part, state);
  return [
    ...new Set(answered.filter(({ when }) => evaluateCondition(when, facts)).flatMap(({ keys }) => keys)),
  ];
}

/** The rules with all keys they clear: parts of the same widget and labels too. */
const clearingRulesOf = memoizeByObject((part: FormPart): readonly ClearingRule[] =>
  pagesOf(part)
    .flatMap((page) => page.clearing)
    .map(({ when, keys }) => ({ when, keys: keys.flatMap((key) => withParts(part, key)) })),
);

/** A key with the further keys that the same widget writes, and the labels of all of them. */
export function withParts(part: FormPart, key: string): readonly string[] {
  return [key, ...(questionsOf(part).get(key)?.parts ?? [])].flatMap((each) => [each, companionKey(each)]);
}
