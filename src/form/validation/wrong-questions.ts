import { type FormPart, pagesOf } from '../definition/form-part.ts';
import type { ValidationErrors } from './validate-answers.ts';

/** A question a student has to mend, and the messages of everything its widget writes. */
export type WrongQuestion = {
  /** Id of the page. */
  readonly page: string;
  readonly key: string;
  /** The full label, as the summary of what is missing shows it. */
  readonly label: string;
  readonly messages: readonly string[];
};

/**
 * The wrong questions in the order of the form, for the summary that links to `/{page}#{questionKey}`
 * (specification 2, "Form page chrome"). A part, such as the year of a month, is not listed by itself: its messages
 * are listed with the question that has the control.
 */
export function wrongQuestions(part: FormPart, errors: ValidationErrors): readonly WrongQuestion[] {
  return pagesOf(part).flatMap((page) =>
    Object.values(page.questions)
      .filter((question) => question.partOf === undefined && Object.hasOwn(errors, question.key))
      .map(({ key, fullLabel }) => ({ page: page.id, key, label: fullLabel, messages: errors[key] ?? [] })),
  );
}
