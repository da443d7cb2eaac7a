import { isAnswerValue } from '#form/definition/answer.ts';
import type { Answers } from '#form/definition/definition.ts';
import { isRecord } from '#form/definition/own-property.ts';

/** The answers in a value that another version of the page may have stored; what is none is left out. */
export function readAnswers(value: unknown): Answers {
  return readEntries(value, isAnswerValue);
}

/** The entries of a stored map whose values are of a kind. */
export function readEntries<Value>(
  map: unknown,
  isRight: (value: unknown) => value is Value,
): Readonly<Record<string, Value>> {
  const entries: readonly [string, unknown][] = isRecord(map) ? Object.entries(map) : [];
  return Object.fromEntries(entries.filter((entry): entry is [string, Value] => isRight(entry[1])));
}
