import type { Question } from '#form/definition/definition.ts';
import { questionsOf } from '#form/definition/form-part.ts';
import { isRecord } from '#form/definition/is-record.ts';
import { brokenBounds } from '#form/validation/calendar-bounds.ts';
import type { ValidationErrors } from '#form/validation/validate-answers.ts';
import type { ApplicationServices } from './application-services.ts';

/**
 * Error for a birth date under the minimum age, by question key. The partner names the question, whose `latest` sets the
 * age; such a date is not stored, because it is known to be a child's.
 */
export function ageErrors(
  { localized, clock }: Pick<ApplicationServices, 'localized' | 'clock'>,
  answers: Readonly<Record<string, unknown>>,
): ValidationErrors {
  const { definition, partner } = localized();
  const setting = partner.minimum_age;
  const key = isRecord(setting) ? setting['question'] : undefined;
  const question = typeof key === 'string' ? questionsOf(definition).get(key) : undefined;
  const answer = question && answers[question.key];
  if (question === undefined || typeof answer !== 'string') return {};
  const { earliest: _earliest, ...withoutEarliest }: Question = question;
  const errors = brokenBounds(withoutEarliest, answer, clock());
  return errors.length > 0 ? { [question.key]: errors } : {};
}
