import type { Answers, FormDefinition, Partner, Question } from '#form/definition/definition.ts';
import { questionsOf } from '#form/definition/form-part.ts';
import { isRecord } from '#form/definition/is-record.ts';
import { brokenBounds } from '#form/validation/calendar-bounds.ts';

/** From which age on somebody may apply, and what becomes of an application that says less. */
export type MinimumAge = {
  /** Key of the question for the date of birth. */
  readonly key: string;
  /** True for answers that say that the student is too young; false where they do not say. */
  isUnder(answers: Answers, now: Date): boolean;
};

/** By the partner's settings, which name the question, and its `latest`, which says the age; undefined without them. */
export function minimumAgeOf(
  definition: FormDefinition,
  { minimum_age: setting }: Partner,
): MinimumAge | undefined {
  const key = isRecord(setting) ? setting['question'] : undefined;
  const question = typeof key === 'string' ? questionsOf(definition).get(key) : undefined;
  if (question?.latest === undefined) return undefined;
  const { earliest: _earliest, ...young }: Question = question;
  return {
    key: question.key,
    isUnder(answers, now) {
      const answer = answers[question.key];
      return answer !== undefined && brokenBounds(young, answer, now).length > 0;
    },
  };
}
