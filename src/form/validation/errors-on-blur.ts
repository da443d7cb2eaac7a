import { say, answerTexts } from '#texts/say.ts';
import { namesWithin } from '../conditions/condition-parts.ts';
import { answerByKey, isAnswered } from '../definition/answer.ts';
import type { Answers, Question } from '../definition/definition.ts';
import { type FormPart, questionsOf } from '../definition/form-part.ts';
import { memoizeByObject } from '../definition/memoize-by-object.ts';
import type { ValidationErrors } from './validate-answers.ts';

type Left = {
  /** Keys of the questions that were answered and left, the latest last. */
  readonly left: readonly string[];
  readonly answers: Answers;
  /** Whether a question is asked now. */
  readonly isAsked: (question: Question) => boolean;
};

/**
 * Returns those of the errors that are about blurred questions (decision 6).
 *
 * A sentence that follows from several answers comes once the student has been at all of them, or past them in the order
 * of the form, at the one that was blurred last; with its question's name where it is that of another.
 */
export function errorsOnBlur(form: FormPart, errors: ValidationErrors, known: Left): ValidationErrors {
  if (known.left.length === 0) return {};
  const questions = questionsOf(form);
  const shown = new Map<string, readonly string[]>();
  for (const [key, messages] of Object.entries(errors)) {
    const question = questions.get(key);
    if (!question || question.partOf !== undefined) continue;
    for (const message of messages) {
      const place = placeOf(form, question, { ...known, message });
      if (place === undefined) continue;
      const sentence = place === key ? message : namedSentence(question, message);
      shown.set(place, [...(shown.get(place) ?? []), sentence]);
    }
  }
  return Object.fromEntries(shown);
}

/** The sentences of both maps: what was shown before and is still wrong. */
export function stillWrong(before: ValidationErrors, now: ValidationErrors): ValidationErrors {
  const left = Object.entries(before).map(
    ([key, messages]) => [key, messages.filter((message) => now[key]?.includes(message))] as const,
  );
  return Object.fromEntries(left.filter(([, messages]) => messages.length > 0));
}

/** Where a sentence is said; undefined while it is too early. */
function placeOf(
  form: FormPart,
  question: Question,
  { left, answers, isAsked, message }: Left & { readonly message: string },
): string | undefined {
  const named = visibleOwners(form, keysBehind(form, question, message), isAsked);
  const concerned = [...new Set([question.key, ...named])];
  const last = left.findLast((key) => concerned.includes(key));
  if (last === undefined) return undefined;
  const order = orderOf(form);
  const reached = order.get(last) ?? 0;
  const isSeen = (key: string): boolean =>
    left.includes(key) || isAnswered(answerByKey(answers, key)) || (order.get(key) ?? 0) < reached;
  return concerned.every(isSeen) ? last : undefined;
}

/** The questions, and not the parts of them, that have these keys and are asked. */
function visibleOwners(form: FormPart, keys: readonly string[], isAsked: Left['isAsked']): readonly string[] {
  const questions = questionsOf(form);
  return keys.flatMap((key) => {
    const found = questions.get(key);
    const owner = found?.partOf === undefined ? found : questions.get(found.partOf);
    return owner && isAsked(owner) ? [owner.key] : [];
  });
}

/** Keys of the other answers from which a sentence at a question follows. */
function keysBehind(form: FormPart, question: Question, message: string): readonly string[] {
  const questions = questionsOf(form);
  const parts = question.parts.flatMap((part) => questions.get(part) ?? []);
  return [question, ...parts].flatMap(({ relations = [], rules, messages, requiredWhen }) => [
    ...relations
      .filter((relation) => relation.message === message)
      .flatMap(({ targetKey, when }) => [targetKey, ...namesWithin(when)]),
    ...rules.filter((rule) => rule.message === message).flatMap(({ when }) => namesWithin(when)),
    ...(messages['required'] === message ? namesWithin(requiredWhen) : []),
  ]);
}

const orderOf = memoizeByObject(
  (form: FormPart): ReadonlyMap<string, number> =>
    new Map([...questionsOf(form).keys()].map((key, index) => [key, index])),
);

function namedSentence({ label, fullLabel }: Question, sentence: string): string {
  const isNamed = sentence.toLowerCase().includes(label.toLowerCase());
  return isNamed ? sentence : say(answerTexts.ofQuestion, { label: fullLabel, sentence });
}
