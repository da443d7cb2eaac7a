import type { Answers, AnswerValue } from './definition.ts';

/** The marker of an answer that was emptied (docs/behavior.md 3.1). */
export const EMPTY_ANSWER = '';

/** Longest text of one answer in UTF-16 code units, and most items of a list: bounds of storage, not of a question. */
export const ANSWER_LIMITS = { characters: 20_000, items: 500 } as const;

/** True for an answer that is neither missing nor blank nor an empty list. `false` and `0` are answers. */
export function isAnswered(value: AnswerValue | undefined): value is AnswerValue {
  if (typeof value === 'string') return /\S/.test(value);
  return value !== undefined && !(Array.isArray(value) && value.length === 0);
}

/** True for what may be an answer at all, whatever is asked. */
export function isAnswerValue(value: unknown): value is AnswerValue {
  if (Array.isArray(value)) return value.every((one) => typeof one === 'string');
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

/** The key under which the label of a chosen option is stored (docs/behavior.md 3.1). */
export function companionKey(key: string): string {
  return `${key}_desc`;
}

/** One answer out of a map that came from outside; an inherited member such as `toString` is none. */
export function answerByKey(answers: Answers, key: string): AnswerValue | undefined {
  return Object.hasOwn(answers, key) ? answers[key] : undefined;
}
