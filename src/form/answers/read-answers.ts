import { isAnswerValue } from '#form/definition/answer.ts';
import type { Answers } from '#form/definition/definition.ts';
import { isRecord } from '#form/definition/own-property.ts';

/** Reads answers stored by any version of the page; skips invalid values. */
export function readAnswers(value: unknown): Answers {
  return readEntries(value, isAnswerValue);
}

/** Returns the entries of a stored map whose values have the right type. */
export function readEntries<Value>(
  map: unknown,
  isRight: (value: unknown) => value is Value,
): Readonly<Record<string, Value>> {
  const entries: readonly [string, unknown][] = isRecord(map) ? Object.entries(map) : [];
  return Object.fromEntries(entries.filter((entry): entry is [string, Value] => isRight(entry[1])));
}
