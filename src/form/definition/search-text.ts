/** Normalizes a text for searching: lower case, single blanks, no accents, periods or apostrophes; `&` is "and". */
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
