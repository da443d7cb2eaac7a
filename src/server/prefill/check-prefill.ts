import { checkAnswers } from '#form/answers/check-answers.ts';
import { withCompanions } from '#form/answers/with-companions.ts';
import type { Answers } from '#form/definition/definition.ts';
import { validateAnswers } from '#form/validation/validate-answers.ts';
import type { Questionnaire } from '../questionnaire.ts';

export type CheckedPrefill =
  | { readonly kind: 'right'; readonly answers: Answers }
  /** Question key → sentences. */
  | { readonly kind: 'wrong'; readonly errors: Readonly<Record<string, readonly string[]>> };

/**
 * Checks answers that are to wait for a visitor: each key is a question, each value one that the question takes.
 * What is left out is not asked for. Labels are those that follow from the answers.
 */
export function checkPrefill(
  { definition, validators }: Pick<Questionnaire, 'definition' | 'validators'>,
  posted: Readonly<Record<string, unknown>>,
  now: Date,
): CheckedPrefill {
  const unfit = checkAnswers(definition, posted);
  if (!areAnswers(posted, unfit)) return { kind: 'wrong', errors: unfit };
  const state = { answers: posted, tabs: {}, counts: {} };
  const found = validateAnswers({ definition, state, validators, now });
  const errors = Object.entries(found).filter(([key]) => Object.hasOwn(posted, key) && posted[key] !== '');
  if (errors.length > 0) return { kind: 'wrong', errors: Object.fromEntries(errors) };
  return { kind: 'right', answers: withCompanions(definition, posted, { answers: posted, now }) };
}

/** checkAnswers has looked at every key and value; where it found nothing, each value has the type of an answer. */
function areAnswers(_posted: Readonly<Record<string, unknown>>, errors: object): _posted is Answers {
  return Object.keys(errors).length === 0;
}
