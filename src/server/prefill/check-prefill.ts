import { checkAnswers } from '#form/answers/check-answers.ts';
import { withCompanions } from '#form/answers/with-companions.ts';
import type { Answers, AnswerValue } from '#form/definition/definition.ts';
import { validateAnswers } from '#form/validation/validate-answers.ts';
import type { Questionnaire } from '../settings/questionnaire.ts';

export type CheckedPrefill =
  | { readonly kind: 'right'; readonly answers: Answers }
  /** Question key → sentences. */
  | { readonly kind: 'wrong'; readonly errors: Readonly<Record<string, readonly string[]>> };

/**
 * Checks answers that are to wait for a visitor: each key is a question, each value one that the question takes.
 * What is left out is not asked for. Labels are those that follow from the answers. All faults are reported at once.
 */
export function checkPrefill(
  { definition, validators }: Pick<Questionnaire, 'definition' | 'validators'>,
  posted: Readonly<Record<string, unknown>>,
  now: Date,
): CheckedPrefill {
  const unfit = checkAnswers(definition, posted);
  // checkAnswers has looked at every key and value; where it found nothing, the value has the type of an answer.
  const isFit = (entry: [string, unknown]): entry is [string, AnswerValue] => !Object.hasOwn(unfit, entry[0]);
  const answers: Answers = Object.fromEntries(Object.entries(posted).filter(isFit));
  const state = { answers, tabs: {}, counts: {} };
  const found = Object.entries(validateAnswers({ definition, state, validators, now }));
  const wrong = found.filter(([key]) => Object.hasOwn(answers, key) && answers[key] !== '');
  const errors = { ...unfit, ...Object.fromEntries(wrong) };
  if (Object.keys(errors).length > 0) return { kind: 'wrong', errors };
  return { kind: 'right', answers: withCompanions(definition, answers, { answers, now }) };
}
