/** Cache size, larger than any count in a questionnaire. */
const CACHE_SIZE = 100;

/** Returns the value of a key in a map; computes and stores it if missing. */
export function getOrInsert<Key, Value>(
  map: { get(key: Key): Value | undefined; set(key: Key, value: Value): unknown },
  key: Key,
  compute: () => Value,
): Value {
  const known = map.get(key);
  if (known !== undefined) return known;
  const value = compute();
  map.set(key, value);
  return value;
}

/** Memoizes a function by its arguments as JSON, for processes that compile after each edit. */
export function memoize<Args extends readonly unknown[], Result extends object>(
  work: (...args: Args) => Result,
): (...args: Args) => Result {
  const done = new Map<string, Result>();
  return (...args) => {
    const input = JSON.stringify(args);
    const result = done.get(input) ?? work(...args);
    done.delete(input);
    done.set(input, result);
    for (const oldest of [...done.keys()].slice(0, -CACHE_SIZE)) done.delete(oldest);
    return result;
  };
}
