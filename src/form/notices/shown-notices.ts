import { isRequired } from '../answers/visible-questions.ts';
import { isAnswered, answerByKey } from '../definition/answer.ts';
import type { AnswerValue, Facts, Notice, Question } from '../definition/definition.ts';
import { type FormPart, questionsOf } from '../definition/form-part.ts';
import { contradicts, holds } from '../validation/broken-relations.ts';
import { isLikeName } from './is-like-name.ts';

/**
 * Warnings shown now for the answer to a question that is asked: nothing of it is an error, nothing is counted.
 *
 * @param form the whole form, because notices may name questions of other pages
 * @throws ConditionError when a condition cannot be evaluated
 */
export function shownNotices(form: FormPart, { key, notices }: Question, facts: Facts): readonly string[] {
  const answer = answerByKey(facts, key);
  if (!notices || !isAnswered(answer)) return [];
  return notices.filter((notice) => isShownBeside(answer, notice, { form, facts })).map(({ text }) => text);
}

type Answered = { readonly form: FormPart; readonly facts: Facts };

function isShownBeside(answer: AnswerValue, notice: Notice, { form, facts }: Answered): boolean {
  const { when, comparison, unlike } = notice;
  return (
    holds(when, facts) &&
    (comparison === undefined || contradicts(form, comparison, facts)) &&
    (unlike === undefined || isUnlikeName(String(answer), unlike, { form, facts }))
  );
}

/** What must be answered belongs to the name; while it is missing, nothing can be said. */
function isUnlikeName(text: string, keys: readonly string[], { form, facts }: Answered): boolean {
  const questions = questionsOf(form);
  const isNeeded = (key: string): boolean => {
    const question = questions.get(key);
    return question !== undefined && isRequired(question, facts);
  };
  const partsOf = (chosen: readonly string[]) =>
    chosen
      .map((key) => answerByKey(facts, key))
      .filter(isAnswered)
      .map(String);
  const needed = keys.filter(isNeeded);
  const parts = { needed: partsOf(needed), optional: partsOf(keys.filter((key) => !isNeeded(key))) };
  return parts.needed.length > 0 && parts.needed.length === needed.length && !isLikeName(text, parts);
}
