import { answerByKey } from '../definition/answer.ts';
import type { Question } from '../definition/definition.ts';
import {
  isYearList,
  listNamed,
  optionListName,
  type OptionLists,
  type OptionsContext,
  yearsOf,
} from '../answers/option-lists.ts';
import { keywordSentence } from './question-schema.ts';

/**
 * The message of an answer that its list of years does not offer. Which years those are depends on the day,
 * which a schema does not know; of the schema's own matter (four digits) nothing is said here.
 *
 * A list that is counted from this year moves on at the turn of the year. What it offered a year ago is still
 * right then, so that nobody who answered in December is asked again in January.
 *
 * @param context the day, and all answers: another answer may open the list
 * @throws Error when the definition lacks the list that the question names
 */
export function unofferedYears(
  form: OptionLists,
  question: Question,
  context: OptionsContext,
): readonly string[] {
  const name = optionListName(question, context.answers);
  const list = name === undefined ? undefined : listNamed(form, question, name);
  if (!list || !isYearList(list)) return [];
  const answer = answerByKey(context.answers, question.key);
  const chosen = typeof answer === 'object' ? answer : [String(answer ?? '')];
  const year = context.now.getUTCFullYear();
  const isOffered = (value: string): boolean =>
    !/^\d{4}$/.test(value) ||
    [year, year - 1].some((thisYear) => yearsOf(list, thisYear).includes(Number(value)));
  return chosen.every(isOffered) ? [] : [keywordSentence(question, 'enum')];
}
