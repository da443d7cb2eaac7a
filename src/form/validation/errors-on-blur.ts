import { say, answerTexts } from '#texts/say.ts';
import { namesWithin } from '../conditions/condition-parts.ts';
import { answerByKey, isAnswered } from '../definition/answer.ts';
import type { Answers, Question } from '../definition/definition.ts';
import { type FormPart, questionsOf } from '../definition/form-part.ts';
import { memoizeByObject } from '../definition/memoize-by-object.ts';
import type { ValidationErrors } from './validate-answers.ts';

type BlurContext = {
  /** Keys of answered and blurred questions, latest last. */
  readonly touched: readonly string[];
  readonly answers: Answers;
  readonly isVisible: (question: Question) => boolean;
};

/**
 * Returns the errors to show for blurred questions (decision 6).
 *
 * A message about several answers appears once all of them are blurred or passed, at the last blurred one; with its
 * question's name if that is another.
 */
export function errorsOnBlur(form: FormPart, errors: ValidationErrors, known: BlurContext): ValidationErrors {
  const questions = questionsOf(form);
  const shown = new Map<string, readonly string[]>();
  for (const [key, messages] of Object.entries(errors)) {
    const question = questions.get(key);
    if (!question || question.partOf !== undefined) continue;
    for (const message of messages) {
      const place = placeOf(form, question, { ...known, message });
      if (place === undefined) continue;
      const isOfGroup = question.alternatives !== undefined && message === question.messages['required'];
      const sentence = place === key || isOfGroup ? message : namedSentence(question, message);
      shown.set(place, [...(shown.get(place) ?? []), sentence]);
    }
  }
  return Object.fromEntries(shown);
}

/** Returns messages in both maps: shown before and still valid. */
export function remainingErrors(before: ValidationErrors, now: ValidationErrors): ValidationErrors {
  const remaining = Object.entries(before).map(
    ([key, messages]) => [key, messages.filter((message) => now[key]?.includes(message))] as const,
  );
  return Object.fromEntries(remaining.filter(([, messages]) => messages.length > 0));
}

/** Returns the question where a message appears; undefined if not yet. */
function placeOf(
  form: FormPart,
  question: Question,
  { touched, answers, isVisible, message }: BlurContext & { readonly message: string },
): string | undefined {
  const named = visibleOwners(form, keysBehind(form, question, message), isVisible);
  const concerned = [...new Set([question.key, ...named])];
  const last = touched.findLast((key) => concerned.includes(key));
  if (last === undefined) return undefined;
  const order = orderOf(form);
  const reached = order.get(last) ?? 0;
  const isSeen = (key: string): boolean =>
    touched.includes(key) || isAnswered(answerByKey(answers, key)) || (order.get(key) ?? 0) < reached;
  return concerned.every(isSeen) ? last : undefined;
}

/** Returns the visible questions of these keys; parts count as their question. */
function visibleOwners(
  form: FormPart,
  keys: readonly string[],
  isVisible: BlurContext['isVisible'],
): readonly string[] {
  const questions = questionsOf(form);
  return keys.flatMap((key) => {
    const found = questions.get(key);
    const owner = found?.partOf === undefined ? found : questions.get(found.partOf);
    return owner && isVisible(owner) ? [owner.key] : [];
  });
}

/** Returns the keys of the other answers that a message depends on. */
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
