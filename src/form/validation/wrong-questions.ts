import { say, answerTexts } from '#texts/say.ts';
import type { Question } from '../definition/definition.ts';
import { type FormPart, pagesOf, questionsOf } from '../definition/form-part.ts';
import type { ValidationErrors } from './validate-answers.ts';

/** An invalid question, with the messages of its whole widget. */
export type WrongQuestion = {
  readonly page: string;
  readonly key: string;
  /** Full label for the error summary. */
  readonly label: string;
  readonly messages: readonly string[];
};

/**
 * Lists invalid questions in form order for the error summary (docs/behavior.md 2.5); parts count with their question.
 */
export function wrongQuestions(part: FormPart, errors: ValidationErrors): readonly WrongQuestion[] {
  return pagesOf(part).flatMap((page) =>
    Object.values(page.questions)
      .filter((question) => question.partOf === undefined && Object.hasOwn(errors, question.key))
      .map(({ key, fullLabel }) => ({ page: page.id, key, label: fullLabel, messages: errors[key] ?? [] })),
  );
}

/** Returns the next `wrong` question after one, wrapping around; undefined without any. */
export function nextWrong(
  part: FormPart,
  wrong: readonly WrongQuestion[],
  from: string | undefined,
): WrongQuestion | undefined {
  const order = [...questionsOf(part).keys()];
  const at = from === undefined ? -1 : order.indexOf(from);
  return wrong.find(({ key }) => order.indexOf(key) > at) ?? wrong[0];
}

/** Returns why a question is invalid, without its label; empty if only unanswered. */
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

/** Shortens the message for a missing answer next to its label: "Country: Choose the country." */
export function omitOwnLabel(
  { fullLabel, messages }: Pick<Question, 'fullLabel' | 'messages'>,
  message: string,
): string {
  const label = `${fullLabel}: `;
  const isOfWrong = Object.entries(messages).some(([rule, own]) => rule !== 'required' && own === message);
  return message.startsWith(label) && !isOfWrong ? message.slice(label.length) : message;
}

/** Joins messages, adding missing periods. */
export function runningText(messages: readonly string[]): string {
  const last = messages.length - 1;
  return messages.map((message, index) => (index === last ? message : endedText(message))).join(' ');
}

/** Adds a missing period to a message. */
export function endedText(sentence: string): string {
  return /[.!?…。！？]$/u.test(sentence) ? sentence : say(answerTexts.ended, { sentence });
}
