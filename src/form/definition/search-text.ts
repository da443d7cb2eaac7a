/** Normalizes a text for searching: lowercase, single blanks, no accents, periods or apostrophes; `&` is "and". */
export function searchText(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/[\p{M}.'’‘ʻ`]/gu, '')
    .replaceAll('&', ' and ')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .toLowerCase();
}

/** Normalizes a code for comparison, without blanks: F-1 equals F1. */
export function searchCode(text: string): string {
  return searchText(text).replaceAll(' ', '');
}
