/** Written small inside of a name. */
const SMALL = new Set(['of', 'the', 'and', 'for', 'at', 'in', 'on', 'a', 'to', 'by', 'de', 'del', 'y']);
/** Written large, as initials. */
const INITIALS = new Set(
  (
    'II III IV NE NW SE SW PO US USA JFK MLK KIPP STEM STEAM YMCA YWCA HS JH JHS SHS PS IS MS CC ROTC ISD LDS ' +
    'BOCES DSST HSA'
  ).split(' '),
);

/**
 * A name in capitals as it is usually written; one that already has small letters stays as it is.
 *
 * @returns e.g. `St. Mary's High School` for `ST. MARY'S HIGH SCHOOL`
 */
export function titleCase(name: string): string {
  if (/\p{Ll}/u.test(name)) return name;
  let isFirst = true;
  return name.replaceAll(/[\p{L}\p{N}'’]+/gu, (word, offset: number) => {
    const isInner = !isFirst && name[offset - 1] === ' ';
    isFirst = false;
    return titleWord(word, isInner);
  });
}

function titleWord(word: string, isInner: boolean): string {
  const small = word.toLowerCase();
  if (isInner && SMALL.has(small)) return small;
  // "H S", "J F K": single letters are initials.
  if (INITIALS.has(word) || word.length === 1) return word;
  if (/^\d/.test(word)) return small;
  const capital = small.charAt(0).toUpperCase() + small.slice(1);
  return capital
    .replace(/^(Mc|O['’])(\p{L})/u, (_all, start: string, letter: string) => start + letter.toUpperCase())
    .replace(/^D['’]\p{L}/u, (start) => start.toUpperCase());
}
