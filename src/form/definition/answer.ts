import type { Answers, AnswerValue } from './definition.ts';

/** Marker of an emptied answer (docs/behavior.md 3.1). */
export const EMPTY_ANSWER = '';

/** Storage limits: UTF-16 code units of a text, and items of a list. */
export const ANSWER_LIMITS = { characters: 20_000, items: 500 } as const;

/** Whether an answer is neither missing, blank nor an empty list. `false` and `0` are answers. */
export function isAnswered(value: AnswerValue | undefined): value is AnswerValue {
  if (typeof value === 'string') return /\S/.test(value);
  return value !== undefined && !(Array.isArray(value) && value.length === 0);
}

/** Whether a value has an answer type, whatever the question. */
export function isAnswerValue(value: unknown): value is AnswerValue {
  if (Array.isArray(value)) return value.every((one) => typeof one === 'string');
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

/** Returns the key of a chosen option's label (docs/behavior.md 3.1). */
export function companionKey(key: string): string {
  return `${key}_desc`;
}

/** Reads an answer from untrusted input; ignores inherited properties such as `toString`. */
export function answerByKey(answers: Answers, key: string): AnswerValue | undefined {
  return Object.hasOwn(answers, key) ? answers[key] : undefined;
}
