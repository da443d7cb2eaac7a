import { say, answerTexts } from '#texts/say.ts';
import { answeredNumber, dateText, listText } from '#texts/language.ts';
import { type OptionLists, type OptionsContext, optionListsOf, optionsOf } from '../answers/option-lists.ts';
import { chosenValues, storedLabel } from '../answers/retired-choices.ts';
import { answerByKey, isAnswered } from '../definition/answer.ts';
import type { Answers, Question } from '../definition/definition.ts';
import type { Option } from '../definition/option-list.ts';
import { isDocumentQuestion } from '../documents/document-answers.ts';
import { phoneText } from './phone-text.ts';

/** An answered question with its parts and options. */
export type AnsweredQuestion = {
  readonly question: Question;
  /** Questions written by the same widget. */
  readonly parts: readonly Question[];
  readonly answers: Answers;
  readonly optionsOf: (question: Question) => readonly Option[];
};

/** Formats the answer to a question and its parts; empty if unanswered. */
export function answerText(answered: AnsweredQuestion): string {
  const { question, parts } = answered;
  if (isDocumentQuestion(question)) {
    return textOf(answered, question) === '' ? '' : say(answerTexts.attached, { question: question.label });
  }
  if (question.summaryFormat === 'phone')
    return phoneText(rawText(answered, question), rawText(answered, parts[0]));
  const [own = '', ...rest] = [question, ...parts].map((each) => textOf(answered, each));
  if (question.summaryFormat !== 'school') return [own, ...rest].filter((text) => text !== '').join(' ');
  const [code = ''] = rest;
  return own === '' || code === '' ? own : say(answerTexts.school, { name: own, code });
}

function rawText({ answers }: AnsweredQuestion, question: Question | undefined): string {
  const answer = question && answerByKey(answers, question.key);
  return isAnswered(answer) ? String(answer) : '';
}

function textOf({ answers, optionsOf: optionsFor }: AnsweredQuestion, question: Question): string {
  const answer = answerByKey(answers, question.key);
  if (!isAnswered(answer)) return '';
  if (typeof answer === 'number')
    return answeredNumber(answer, { currency: question.currency, isWhole: question.type === 'integer' });
  if (typeof answer === 'boolean') return say(answer ? answerTexts.yes : answerTexts.no);
  const labels = new Map(optionsFor(question).map((option) => [option.value, option.label]));
  if (typeof answer === 'object') {
    return listText(
      answer.map((item) => labels.get(item) ?? item),
      'unit',
    );
  }
  return labels.get(answer) ?? storedLabel(question, answers) ?? dateAnswer(question, answer);
}

const LONG_DATE = { dateStyle: 'long', timeZone: 'UTC' } as const;

/** Spells out the month, to avoid ambiguity; leaves other texts unchanged. */
function dateAnswer({ constraints }: Question, text: string): string {
  const date = constraints.format === 'date' ? new Date(`${text}T00:00:00Z`) : undefined;
  return date === undefined || Number.isNaN(date.getTime()) ? text : dateText(date, LONG_DATE);
}

/** Returns the labels of chosen options: as stored, else as defined, else the value. `form`, `context`: as answered. */
export function chosenLabels(
  form: OptionLists,
  question: Question,
  context: OptionsContext,
): readonly string[] {
  if (optionListsOf(form, question).length === 0) return [];
  const stored = storedLabel(question, context.answers);
  const offered = optionsOf(form, question, context);
  return chosenValues(answerByKey(context.answers, question.key)).map(
    (value) => stored ?? offered.find((option) => option.value === value)?.label ?? value,
  );
}
