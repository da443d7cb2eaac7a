/**
 * The candidate most like `word`, for "did you mean …?". A candidate counts when at most a third of its
 * letters (and at least one) differ.
 */
function nearest(word: string, candidates: Iterable<string>): string | undefined {
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
  return meant === undefined ? otherwise : `Did you mean "${meant}"? If not: ${lowerFirst(otherwise)}`;
}

/** `"a", "b", "c" and 7 more`, for "expected one of …". */
export function listed(names: Iterable<string>, shown = 8): string {
  const all = [...names];
  if (all.length === 0) return 'none';
  const head = all.slice(0, shown).map((name) => `"${name}"`);
  return all.length > shown ? `${head.join(', ')} and ${all.length - shown} more` : head.join(', ');
}

function lowerFirst(text: string): string {
  return text.slice(0, 1).toLowerCase() + text.slice(1);
}

/** Levenshtein distance with two rows. */
function editDistance(a: string, b: string): number {
  let above = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const swap = (above[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      row.push(Math.min(swap, (above[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1));
    }
    above = row;
  }
  return above[b.length] ?? 0;
}
