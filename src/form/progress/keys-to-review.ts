import { say, answerTexts } from '#texts/say.ts';
import type { OptionLists } from '../answers/option-lists.ts';
import { retiredChoices } from '../answers/retired-choices.ts';
import { answerByKey, isAnswered } from '../definition/answer.ts';
import type { Answers } from '../definition/definition.ts';
import { type FormPart, questionsOf } from '../definition/form-part.ts';
import type { ValidationErrors } from '../validation/validate-answers.ts';

type Known = {
  /** Keys with new rules since the last visit, as stored by the server. */
  readonly changed: readonly string[] | undefined;
  readonly now: Date;
};

/** Lists questions that changed or whose answer is no longer offered, to review before submission. */
export function keysToReview(
  form: FormPart & OptionLists,
  answers: Answers,
  { changed = [], now }: Known,
): ReadonlySet<string> {
  const retired = [...questionsOf(form).values()].filter(
    (question) => retiredChoices(form, question, { answers, now }).length > 0,
  );
  return new Set([...changed, ...retired.map(({ key, partOf }) => partOf ?? key)]);
}

/** Returns the errors of questions to review; one without an answer is called new. */
export function errorsToReview(
  errors: ValidationErrors,
  keys: ReadonlySet<string>,
  answers: Answers,
): ValidationErrors {
  const entries = Object.entries(errors).filter(([key]) => keys.has(key));
  return Object.fromEntries(
    entries.map(([key, messages]) =>
      isAnswered(answerByKey(answers, key))
        ? [key, messages]
        : [key, [say(answerTexts.newlyAsked), ...messages]],
    ),
  );
}
