import { dayOf } from '../conditions/date-offset.ts';
import { answerByKey } from '../definition/answer.ts';
import { withoutHidden } from '../answers/clear-hidden.ts';
import { visibleQuestions } from '../answers/visible-questions.ts';
import type { FormState, Question } from '../definition/definition.ts';
import { type FormPart, pagesOf, questionKeysIn } from '../definition/form-part.ts';
import { type OptionLists, optionsOf } from '../answers/option-lists.ts';
import { isDocumentQuestion } from '../documents/document-answers.ts';
import { chosenValues, storedLabel } from '../answers/retired-choices.ts';
import { answerText, type AnsweredQuestion } from './answer-text.ts';

/** An option of a question. */
export type SummaryOption = { readonly label: string; readonly isChosen: boolean };

/** An answered question for summary or print. */
export type SummaryLine = {
  readonly key: string;
  readonly value: string;
  /** Text under a label, some of the `options`, a checkbox, or a document described by `value`. */
  readonly kind: 'text' | 'options' | 'box' | 'document';
  /** For `options` all offered ones, for `box` the box itself; else none. */
  readonly options: readonly SummaryOption[];
};

/** Maximum options of a dropdown that are all listed; more would obscure the answer. */
const MAX_OPTIONS = 5;

/** Lists the answers to visible questions as lines, in form order; a month with its year is one. */
export function summarize(
  definition: FormPart & OptionLists,
  given: FormState,
  now: Date,
): readonly SummaryLine[] {
  const state = withoutHidden(definition, { ...given, today: dayOf(now) });
  const { answers } = state;
  const shown = visibleQuestions(definition, state);
  const visible = new Map(shown.map((question) => [question.key, question]));
  const keys = pagesOf(definition).flatMap(({ layout }) => questionKeysIn(layout));
  return keys.flatMap((key) => {
    const question = visible.get(key);
    if (question === undefined) return [];
    const answered = {
      question,
      parts: question.parts.flatMap((part) => visible.get(part) ?? []),
      answers,
      optionsOf: (each: Question) => optionsOf(definition, each, { answers, now }),
    };
    const value = answerText(answered);
    return value === '' ? [] : [{ key, value, ...kindOf(answered) }];
  });
}

function kindOf(answered: AnsweredQuestion): Pick<SummaryLine, 'kind' | 'options'> {
  const { question, answers } = answered;
  if (isDocumentQuestion(question)) return { kind: 'document', options: [] };
  if (question.type === 'boolean') {
    const isChosen = answerByKey(answers, question.key) === true;
    return { kind: 'box', options: [{ label: question.label, isChosen }] };
  }
  const options = answered.parts.length === 0 ? allOptions(answered) : [];
  const isShort =
    options.length > 0 && (question.summaryFormat === 'options' || options.length <= MAX_OPTIONS);
  return isShort ? { kind: 'options', options } : { kind: 'text', options: [] };
}

/** Returns the offered options, then chosen retired ones. */
function allOptions({ question, answers, optionsOf: offeredTo }: AnsweredQuestion): readonly SummaryOption[] {
  const offered = offeredTo(question);
  if (offered.length === 0) return [];
  const chosen = chosenValues(answerByKey(answers, question.key));
  const retired = chosen.filter((value) => offered.every((option) => option.value !== value));
  return [
    ...offered.map(({ value, label }) => ({ label, isChosen: chosen.includes(value) })),
    ...retired.map((value) => ({ label: storedLabel(question, answers) ?? value, isChosen: true })),
  ];
}
