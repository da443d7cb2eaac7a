/** The candidate most like `word`, if at most a third of its letters differ. */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  let best: string | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const candidate of candidates) {
    const distance = editDistance(word.toLowerCase(), candidate.toLowerCase());
    const limit = Math.max(1, Math.floor(Math.max(word.length, candidate.length) / 3));
    if (distance <= limit && distance < least) {
      best = candidate;
      least = distance;
    }
  }
  return best;
}

/** The cure for a name that nobody knows: the nearest known one first, otherwise what there is. */
export function meantCure(word: string, candidates: Iterable<string>, otherwise: string): string {
  const meant = nearest(word, candidates);
  if (meant === undefined) return otherwise;
  return `Did you mean "${meant}"? If not: ${otherwise.slice(0, 1).toLowerCase()}${otherwise.slice(1)}`;
}

/** `"a", "b", "c"`, for "expected one of …": all of them, since the one that is meant may be the last. */
export function listed(names: Iterable<string>): string {
  const all = [...names];
  return all.length === 0 ? 'none' : all.map((name) => `"${name}"`).join(', ');
}

/** How many letters were left out, added, mistaken or swapped with the next (optimal string alignment). */
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
