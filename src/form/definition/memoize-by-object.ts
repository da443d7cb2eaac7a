/** Memoizes a function of an immutable object for the object's lifetime. */
export function memoizeByObject<Source extends object, Result extends object>(
  workOut: (source: Source) => Result,
): (source: Source) => Result {
  const results = new WeakMap<Source, Result>();
  return (source) => {
    const known = results.get(source);
    if (known) return known;
    const result = workOut(source);
    results.set(source, result);
    return result;
  };
}
