import type { Question } from '../definition/definition.ts';
import { type FormPart, pagesOf, questionsOf } from '../definition/form-part.ts';
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
 * (docs/behavior.md 2.5). A part, such as the year of a month, is not listed by itself: its messages
 * are listed with the question that has the control.
 */
export function wrongQuestions(part: FormPart, errors: ValidationErrors): readonly WrongQuestion[] {
  return pagesOf(part).flatMap((page) =>
    Object.values(page.questions)
      .filter((question) => question.partOf === undefined && Object.hasOwn(errors, question.key))
      .map(({ key, fullLabel }) => ({ page: page.id, key, label: fullLabel, messages: errors[key] ?? [] })),
  );
}

/**
 * The wrong question to go on to from a question, right or wrong: the next one in the order of the form, after the last
 * the first. Undefined where none is wrong.
 *
 * @param wrong as `wrongQuestions` lists them
 */
export function nextWrong(
  part: FormPart,
  wrong: readonly WrongQuestion[],
  from: string | undefined,
): WrongQuestion | undefined {
  const order = [...questionsOf(part).keys()];
  const at = from === undefined ? -1 : order.indexOf(from);
  return wrong.find(({ key }) => order.indexOf(key) > at) ?? wrong[0];
}

/**
 * Why a question is wrong, in the words of its messages, without its label where they begin with it; none where it is only
 * not answered yet.
 */
export function wrongReasons(part: FormPart, { key, label, messages }: WrongQuestion): readonly string[] {
  const question = questionsOf(part).get(key);
  const isOnlyMissing = (message: string): boolean =>
    message === question?.messages['required'] && (question.required || message.startsWith(label));
  return messages
    .filter((message) => !isOnlyMissing(message))
    .map((message) =>
      message.startsWith(label) ? message.slice(label.length).replace(/^[:\s]+/, '') : message,
    );
}

/**
 * The sentence for a missing answer as it is said at its question, whose label is there already: "Country: Choose the
 * country." without the label. What is said of a wrong answer stays whole.
 */
export function atItsQuestion(
  { fullLabel, messages }: Pick<Question, 'fullLabel' | 'messages'>,
  message: string,
): string {
  const label = `${fullLabel}: `;
  const isOfWrong = Object.entries(messages).some(([rule, own]) => rule !== 'required' && own === message);
  return message.startsWith(label) && !isOfWrong ? message.slice(label.length) : message;
}

/** Joins messages, adding full stops where they are missing. */
export function runningText(messages: readonly string[]): string {
  const last = messages.length - 1;
  return messages
    .map((message, index) => (index === last || /[.!?…。！？]$/u.test(message) ? message : `${message}.`))
    .join(' ');
}
