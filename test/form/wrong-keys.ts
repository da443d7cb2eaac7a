import type { Validator } from '@cfworker/json-schema';
import type { Facts } from '#form/definition/definition.ts';

/**
 * Keys reported by the independent validator, sorted. Read from error locations, since it has no custom messages; a
 * missing answer is only named in its text.
 */
export function wrongKeys(validator: Validator, facts: Facts): readonly string[] {
  const { errors } = validator.validate(facts);
  const keys = errors.flatMap(({ instanceLocation, keyword, error }) => {
    const named = keyword === 'required' ? /"([^"]+)"/.exec(error)?.[1] : instanceLocation.split('/')[1];
    return named === undefined ? [] : [named];
  });
  return [...new Set(keys)].toSorted();
}

/** Messages by key, sorted, as plain data. */
export function sortedMessages(
  messages: Iterable<readonly [string, readonly string[]]>,
): Record<string, readonly string[]> {
  return Object.fromEntries([...messages].map(([key, each]) => [key, each.toSorted()]));
}
