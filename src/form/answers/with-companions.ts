import type { Answers, AnswerValue, Question } from '../definition/definition.ts';
import { type FormPart, questionsOf } from '../definition/form-part.ts';
import { memoizeByObject } from '../definition/memoize-by-object.ts';
import { isFreeText, type OptionLists, type OptionsContext, optionsOf } from './option-lists.ts';
import { answerByKey, companionKey, EMPTY_ANSWER, isAnswered } from '../definition/answer.ts';
import { isSameAnswer } from './merge-answers.ts';
import { storedLabel } from './retired-choices.ts';

/** Questions with their option lists. */
type Offers = FormPart & OptionLists;

/**
 * Adds the label of each chosen option under `<key>_desc` (docs/behavior.md 3.1), and drops labels without an answer.
 */
export function withCompanions(form: Offers, answers: Answers, context: OptionsContext): Answers {
  return { ...withoutCompanions(form, answers), ...companionsOf(form, answers, context) };
}

/**
 * Returns the labels of these answers; '' for an emptied one.
 *
 * Free text is its own label. Retired options keep their given or stored label, which has no other source.
 *
 * @throws Error if the definition lacks a question's list
 */
export function companionsOf(form: Offers, answers: Answers, context: OptionsContext): Answers {
  const questions = questionsOf(form);
  const whole = { ...context, answers: { ...context.answers, ...answers } };
  return Object.fromEntries(
    Object.entries(answers).flatMap(([key, value]) => {
      const question = questions.get(key);
      if (!question?.companion) return [];
      const label = labelOf(form, { question, value, context: whole });
      return [[companionKey(key), label ?? storedChoiceLabel(question, answers, context.answers)]];
    }),
  );
}

/** Returns the answers without labels, for example to display changes. */
export function withoutCompanions(form: FormPart, answers: Answers): Answers {
  const companions = companionKeysOf(form);
  return Object.fromEntries(Object.entries(answers).filter(([key]) => !companions.has(key)));
}

const companionKeysOf = memoizeByObject((form: FormPart): ReadonlySet<string> => {
  const questions = [...questionsOf(form).values()];
  return new Set(questions.filter((each) => each.companion).map((each) => companionKey(each.key)));
});

type Choice = { readonly question: Question; readonly value: AnswerValue; readonly context: OptionsContext };

/** Undefined if the choice is not offered. */
function labelOf(form: OptionLists, { question, value, context }: Choice): string | undefined {
  if (!isAnswered(value)) return EMPTY_ANSWER;
  if (isFreeText(question, context.answers)) return String(value);
  const chosen = optionsOf(form, question, context).find((option) => option.value === String(value));
  return chosen?.stored ?? chosen?.label;
}

function storedChoiceLabel(question: Question, given: Answers, stored: Answers): string {
  const isStored = isSameAnswer(answerByKey(given, question.key), answerByKey(stored, question.key));
  return (
    storedLabel(question, given) ?? (isStored ? storedLabel(question, stored) : undefined) ?? EMPTY_ANSWER
  );
}
