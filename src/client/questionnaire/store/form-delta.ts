import { isSameAnswer } from '#form/answers/merge-answers.ts';
import { EMPTY_ANSWER } from '#form/definition/answer.ts';
import type { Answers, AnswerValue, FormState } from '#form/definition/definition.ts';

/** What one change altered: the part of a form that has to be saved. Emptied answers hold the empty marker. */
export type FormDelta = FormState;

/** True when nothing is in it. */
export function isEmptyDelta(delta: FormDelta): boolean {
  return [delta.answers, delta.tabs, delta.counts].every((part) => Object.keys(part).length === 0);
}

/** Only what differs between two states; what the later one lacks or holds empty is the empty marker. */
export function deltaBetween(before: FormState, after: FormState): FormDelta {
  return {
    answers: changedAnswers(before.answers, after.answers),
    tabs: changedEntries(before.tabs, after.tabs),
    counts: changedEntries(before.counts, after.counts),
  };
}

/** Without what the answers hold already, so that a question that is left untouched is not saved again. */
function changedAnswers(before: Answers, after: Answers): Answers {
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  const changed = [...keys]
    .map((key): [string, AnswerValue] => [key, after[key] ?? EMPTY_ANSWER])
    .filter(([key, value]) => !isSameAnswer(before[key], value));
  return Object.fromEntries(changed);
}

function changedEntries<Value>(
  before: Readonly<Record<string, Value>>,
  after: Readonly<Record<string, Value>>,
): Readonly<Record<string, Value>> {
  return Object.fromEntries(Object.entries(after).filter(([key, value]) => before[key] !== value));
}
