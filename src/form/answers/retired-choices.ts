import { say, answerTexts } from '#texts/say.ts';
import { answerByKey, companionKey, isAnswered } from '../definition/answer.ts';
import type { Answers, AnswerValue, Question } from '../definition/definition.ts';
import type { Option } from '../definition/option-list.ts';
import {
  isFreeText,
  isYearList,
  listNamed,
  optionListName,
  optionsOf,
  yearsOf,
  type OptionLists,
  type OptionsContext,
} from './option-lists.ts';

/**
 * Lists chosen values that are no longer offered, with their stored labels ('' without one).
 *
 * Last year's lists of years stay valid, so that answers given in December need no correction in January.
 *
 * @throws Error if the definition lacks the question's list
 */
export function retiredChoices(
  form: OptionLists,
  question: Question,
  context: OptionsContext,
): readonly Option[] {
  const { answers, now } = context;
  const name = optionListName(question, answers);
  const chosen = chosenValues(answerByKey(answers, question.key));
  if (name === undefined || chosen.length === 0 || isFreeText(question, answers)) return [];
  const list = listNamed(form, question, name);
  const lastYear = isYearList(list) ? yearsOf(list, now.getUTCFullYear() - 1).map(String) : [];
  const offered = optionsOf(form, question, context);
  return chosen
    .filter((value) => !lastYear.includes(value) && offered.every((option) => option.value !== value))
    .map((value) => ({ value, label: storedLabel(question, answers) ?? '' }));
}

/** Returns the messages for choices that are no longer offered, by their stored labels. */
export function retiredSentences(
  form: OptionLists,
  question: Question,
  context: OptionsContext,
): readonly string[] {
  const sentences = retiredChoices(form, question, context).map(({ label }) =>
    label === '' ? say(answerTexts.retiredUnnamed) : say(answerTexts.retired, { label }),
  );
  return [...new Set(sentences)];
}

/** Returns the chosen values of a single or multiple choice. */
export function chosenValues(answer: AnswerValue | undefined): readonly string[] {
  if (!isAnswered(answer) || typeof answer === 'boolean') return [];
  return typeof answer === 'object' ? answer : [String(answer)];
}

/** Returns the label stored with a choice; undefined without one. */
export function storedLabel(question: Question, answers: Answers): string | undefined {
  const label = question.companion ? answerByKey(answers, companionKey(question.key)) : undefined;
  return typeof label === 'string' && label !== '' ? label : undefined;
}
