/** Returns the most similar candidate of three or more letters, if at most a third differ. */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  let best: string | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const candidate of candidates) {
    const distance = editDistance(word.toLowerCase(), candidate.toLowerCase());
    const limit = Math.floor(Math.max(word.length, candidate.length) / 3);
    if (distance <= limit && distance < least) {
      best = candidate;
      least = distance;
    }
  }
  return best;
}

/** Suggests a fix for an unknown name: the nearest known one, otherwise all. */
export function nearestCure(word: string, candidates: Iterable<string>, otherwise: string): string {
  const meant = nearest(word, candidates);
  if (meant === undefined) return otherwise;
  return `Did you mean "${meant}"? If not: ${otherwise.slice(0, 1).toLowerCase()}${otherwise.slice(1)}`;
}

/** `"a", "b", "c"`, for "expected one of …", without truncation. */
export function quoteNames(names: Iterable<string>): string {
  const all = [...names];
  return all.length === 0 ? 'none' : all.map((name) => `"${name}"`).join(', ');
}

/** Edit distance with transpositions (optimal string alignment). */
function editDistance(a: string, b: string): number {
  let beforeThat: readonly number[] = [];
  let above = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const change = (above[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swap = isSwapped ? (beforeThat[j - 2] ?? 0) + 1 : change;
      row.push(Math.min(change, swap, (above[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1));
    }
    [beforeThat, above] = [above, row];
  }
  return above[b.length] ?? 0;
}
