import { isRequired } from '../answers/visible-questions.ts';
import { answerByKey, isAnswered } from '../definition/answer.ts';
import type { AnswerValue, Facts, Notice, Question } from '../definition/definition.ts';
import { type FormPart, questionsOf } from '../definition/form-part.ts';
import { searchCode, searchText } from '../definition/search-text.ts';
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

/** Needs all required name parts; otherwise nothing can be compared. */
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

/** Name parts: required ones, and ones often omitted or abbreviated to an initial. */
export type NameParts = { readonly needed: readonly string[]; readonly optional: readonly string[] };

/** Whether a text is the name in any case, order and punctuation; optional words can be initials or missing. */
export function isLikeName(text: string, { needed, optional }: NameParts): boolean {
  return isMadeOf(
    codeOf(text),
    needed.map(codeOf),
    optional.flatMap((part) => searchText(part).split(' ')).map(codeOf),
  );
}

function isMadeOf(rest: string, needed: readonly string[], optional: readonly string[]): boolean {
  if (rest === '') return needed.every((part) => part === '');
  return (
    needed.some(
      (part, index) =>
        begins(rest, part) && isMadeOf(rest.slice(part.length), needed.toSpliced(index, 1), optional),
    ) ||
    optional.some((word, index) =>
      [word, ...Array.from(word).slice(0, 1)].some(
        (form) =>
          begins(rest, form) && isMadeOf(rest.slice(form.length), needed, optional.toSpliced(index, 1)),
      ),
    )
  );
}

function begins(text: string, part: string): boolean {
  return part !== '' && text.startsWith(part);
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
