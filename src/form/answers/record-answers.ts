import type { Answers, Question } from '../definition/definition.ts';
import { type FormPart, questionsOf } from '../definition/form-part.ts';
import {
  isFreeText,
  optionListsOf,
  optionsOf,
  type OptionLists,
  type OptionsContext,
} from './option-lists.ts';
import { EMPTY_ANSWER } from '../definition/answer.ts';

/** A lookup record by field name. Null: no value. */
export type FoundRecord = Readonly<Record<string, string | null>>;

/**
 * Returns the answers from a record. Missing fields leave their question unchanged; empty ones, and codes not offered
 * with the other answers, clear it, so that no stale answer looks like part of the record.
 */
export function recordAnswers(
  form: FormPart & OptionLists,
  { lookup }: Pick<Question, 'lookup'>,
  record: FoundRecord,
  context: OptionsContext,
): Answers {
  const questions = questionsOf(form);
  const filled = Object.entries(lookup?.fills ?? {}).flatMap(([field, key]) => {
    const text = Object.hasOwn(record, field) ? record[field] : undefined;
    return text === undefined ? [] : [[key, text?.trim() ?? EMPTY_ANSWER] as const];
  });
  const withoutUnoffered = (given: Answers): Answers => {
    const recordContext = { ...context, answers: { ...context.answers, ...given } };
    return Object.fromEntries(
      filled.map(([key, text]) => {
        const question = questions.get(key);
        const isOffered = question === undefined || canAnswer(form, question, text, recordContext);
        return [key, isOffered ? text : EMPTY_ANSWER];
      }),
    );
  };
  // Twice, since a dropped answer can control other options.
  return withoutUnoffered(withoutUnoffered(Object.fromEntries(filled)));
}

function canAnswer(form: OptionLists, question: Question, text: string, context: OptionsContext): boolean {
  const isText = optionListsOf(form, question).length === 0 || isFreeText(question, context.answers);
  return isText || optionsOf(form, question, context).some(({ value }) => value === text);
}
