import { checkAnswers } from '#form/answers/check-answers.ts';
import { answerByKey } from '#form/definition/answer.ts';
import type { Answers, FormDefinition, Question } from '#form/definition/definition.ts';
import { questionsOf } from '#form/definition/form-part.ts';
import { errorsAsPosted, currentAnswers } from '#form/migration/current-names.ts';
import { brokenBounds } from '#form/validation/calendar-bounds.ts';
import type { ValidationErrors } from '#form/validation/validate-answers.ts';
import type { PutAnswerBody } from '#generated/api.ts';
import { Refusal } from '#server/http/refusal.ts';
import type { MergedAnswers } from '#server/student-tables/application-store.ts';
import { say, answerTexts, savingTexts } from '#texts/say.ts';
import type { Services } from '../start/services.ts';

type PostedAnswers = PutAnswerBody['answer'];
type StorableServices = Pick<Services, 'definition' | 'localized' | 'clock'>;

/** Returns posted answers under current keys. @throws Refusal 422 with messages by key if one cannot be stored */
export function requireStorable(services: StorableServices, posted: PostedAnswers): Answers {
  const { definition } = services;
  const answers = currentAnswers(definition, posted);
  const errors = { ...checkAnswers(definition, answers), ...ageErrors(services, answers) };
  if (areAnswers(answers, errors)) return answers;
  throw notStorableRefusal(definition, posted, errors);
}

/** Limit for all answers of an application as JSON, twenty times a full one, against filling the database. */
const MOST_KILOBYTES = 512;
const KILOBYTE = 1024;

/** @throws Refusal 422 for each longer answer of a merge over the limit; gradual shortening stays possible */
export function requireStorableSize(
  { definition }: StorableServices,
  stored: Answers,
  { answers: merged, changed }: MergedAnswers,
  posted: PostedAnswers,
): void {
  const most = Math.max(sizeOfAnswers(stored), MOST_KILOBYTES * KILOBYTE);
  if (sizeOfAnswers(merged) <= most) return;
  const longer = changed.filter(
    (key) => questionsOf(definition).has(key) && sizeOfAnswer(merged, key) > sizeOfAnswer(stored, key),
  );
  const message = say(answerTexts.longApplication, { kilobytes: MOST_KILOBYTES });
  const errors = Object.fromEntries(longer.map((key) => [key, [message]]));
  if (longer.length > 0) throw notStorableRefusal(definition, posted, errors);
}

/** Errors in a refusal; a page that sends more unknown keys gets the others when it saves again. */
const MOST_NAMED = 1000;

function notStorableRefusal(
  definition: FormDefinition,
  posted: PostedAnswers,
  errors: ValidationErrors,
): Refusal {
  const all = Object.entries(errors);
  return new Refusal(422, say(savingTexts.notStorable, { count: all.length }), {
    errors: errorsAsPosted(definition, posted, Object.fromEntries(all.slice(0, MOST_NAMED))),
  });
}

/** checkAnswers validated every key and value: without errors, each value is an answer. */
function areAnswers(_answers: PostedAnswers, errors: ValidationErrors): _answers is Answers {
  return Object.keys(errors).length === 0;
}

/** Returns an error for a birth date under the partner's minimum age: a child's data is not stored. */
function ageErrors({ localized, clock }: StorableServices, answers: PostedAnswers): ValidationErrors {
  const { definition, partner } = localized();
  const question = questionsOf(definition).get(partner.minimum_age?.question ?? '');
  const answer = question && answers[question.key];
  if (question === undefined || typeof answer !== 'string') return {};
  const { earliest: _earliest, ...withoutEarliest }: Question = question;
  const messages = brokenBounds(withoutEarliest, answer, clock());
  return messages.length > 0 ? { [question.key]: messages } : {};
}

/** Returns the size of answers as JSON in bytes. */
export function sizeOfAnswers(answers: Answers): number {
  return Object.keys(answers).reduce((sum, key) => sum + sizeOfAnswer(answers, key), 0);
}

function sizeOfAnswer(answers: Answers, key: string): number {
  const answer = answerByKey(answers, key);
  return answer === undefined ? 0 : Buffer.byteLength(JSON.stringify([key, answer]));
}
