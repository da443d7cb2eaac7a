/**
 * A text as it is searched: lower case, words with one blank between them. Accents, periods and apostrophes do not
 * count, `&` is "and", and every other sign parts words.
 */
export function searchText(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/[\p{M}.'’‘ʻ`]/gu, '')
    .replaceAll('&', ' and ')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .toLowerCase();
}

/** A text as a code or a whole name is compared: its blanks do not count either, so that F-1 is F1. */
export function searchCode(text: string): string {
  return searchText(text).replaceAll(' ', '');
}
