import { isRequired } from '../answers/visible-questions.ts';
import { answerByKey, isAnswered } from '../definition/answer.ts';
import type { AnswerValue, Facts, Notice, Question } from '../definition/definition.ts';
import { type FormPart, questionsOf } from '../definition/form-part.ts';
import { searchCode } from '../definition/search-text.ts';
import { contradicts, holds } from '../validation/validate-answers.ts';

/** Returns the warnings for the answer to a visible question. `form`: the whole form, which conditions may refer to. */
export function shownNotices(form: FormPart, { key, notices }: Question, facts: Facts): readonly string[] {
  const answer = answerByKey(facts, key);
  if (!notices || !isAnswered(answer)) return [];
  return notices.filter((notice) => appliesTo(answer, notice, { form, facts })).map(({ text }) => text);
}

type Answered = { readonly form: FormPart; readonly facts: Facts };

function appliesTo(answer: AnswerValue, notice: Notice, { form, facts }: Answered): boolean {
  const { when, comparison, unlike } = notice;
  return (
    holds(when, facts) &&
    (comparison === undefined || contradicts(form, comparison, facts)) &&
    (unlike === undefined || isUnlikeName(String(answer), unlike, { form, facts }))
  );
}

/** Whether a text lacks a required part of the name, in any case, order and punctuation. */
function isUnlikeName(text: string, keys: readonly string[], { form, facts }: Answered): boolean {
  const questions = questionsOf(form);
  const needed = keys.filter((key) => {
    const question = questions.get(key);
    return question !== undefined && isRequired(question, facts);
  });
  const parts = needed.map((key) => answerByKey(facts, key)).filter(isAnswered);
  // An incomplete name cannot be compared.
  if (parts.length < needed.length) return false;
  return parts.some((part) => !codeOf(text).includes(codeOf(String(part))));
}

/** Letters without a Unicode decomposition, with their ASCII spelling. */
const PLAIN = new Map(
  ['łl', 'øo', 'đd', 'ðd', 'ħh', 'ıi', 'ßss', 'æae', 'œoe', 'þth'].map((pair) => [
    pair.charAt(0),
    pair.slice(1),
  ]),
);

function codeOf(text: string): string {
  return Array.from(searchCode(text), (letter) => PLAIN.get(letter) ?? letter).join('');
}
