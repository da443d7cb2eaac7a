import type { Validator } from '@cfworker/json-schema';
import type { Facts } from '#form/definition/definition.ts';

/**
 * Which keys the independent validator complains about, sorted. It does not know our sentences, so the places
 * of its errors are read; a missing answer is named in its text only.
 */
export function wrongKeys(validator: Validator, facts: Facts): readonly string[] {
  const { errors } = validator.validate(facts);
  const keys = errors.flatMap(({ instanceLocation, keyword, error }) => {
    const named = keyword === 'required' ? /"([^"]+)"/.exec(error)?.[1] : instanceLocation.split('/')[1];
    return named === undefined ? [] : [named];
  });
  return [...new Set(keys)].toSorted();
}

/** Messages by key, those of each key sorted, as plain data. */
export function sortedMessages(
  messages: Iterable<readonly [string, readonly string[]]>,
): Record<string, readonly string[]> {
  return Object.fromEntries([...messages].map(([key, each]) => [key, each.toSorted()]));
}
