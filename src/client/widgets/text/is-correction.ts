import { searchText } from '#form/definition/search-text.ts';

/**
 * Whether a text is the former one, mended: something was put into it, or taken out of it, in one place. Case, accents
 * and signs do not count; without a word nothing is left of it.
 *
 * @param isLoose half of the shorter text may differ: for a text that is typed by hand in most cases
 */
export function isCorrection(former: string, text: string, isLoose: boolean): boolean {
  const [one, other] = [searchText(former), searchText(text)];
  const shorter = Math.min(one.length, other.length);
  let start = 0;
  while (start < shorter && one[start] === other[start]) start += 1;
  let end = 0;
  while (end < shorter - start && one.at(-1 - end) === other.at(-1 - end)) end += 1;
  const kept = start + end;
  return kept > 0 && kept * (isLoose ? 2 : 1) >= shorter;
}
