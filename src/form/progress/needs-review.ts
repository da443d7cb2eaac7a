import { say, answerTexts } from '#texts/say.ts';
import type { OptionLists } from '../answers/option-lists.ts';
import { retiredChoices } from '../answers/retired-choices.ts';
import { answerByKey, isAnswered } from '../definition/answer.ts';
import type { Answers } from '../definition/definition.ts';
import { type FormPart, questionsOf } from '../definition/form-part.ts';
import type { ValidationErrors } from '../validation/validate-answers.ts';

/** What a student was finished with, and has to look at again because the form has changed since. */
type Known = {
  /** Keys of what is newly asked or ruled since the student was here last, as the server keeps them. */
  readonly changed: readonly string[] | undefined;
  readonly now: Date;
};

/** Lists questions that changed or whose answer is no longer offered, to review before submission. */
export function keysToLookAt(
  form: FormPart & OptionLists,
  answers: Answers,
  { changed = [], now }: Known,
): ReadonlySet<string> {
  const retired = [...questionsOf(form).values()].filter(
    (question) => retiredChoices(form, question, { answers, now }).length > 0,
  );
  return new Set([...changed, ...retired.map(({ key, partOf }) => partOf ?? key)]);
}

/** Of what is wrong, the questions to look at. One without an answer is said to be asked newly. */
export function errorsToLookAt(
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
