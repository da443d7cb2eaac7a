/** From where a pseudo-language is read. */
export type Direction = 'ltr' | 'rtl';

const LATIN = 'abcdefghijklmnopqrstuvwxyz';
const LETTERS: Readonly<Record<Direction, string>> = {
  ltr: 'åƀçðéƒĝĥîĵķļɱñöþɋŕšţûṽŵẋýž',
  rtl: 'אבגדהוזחטיךכלםמןנסעףפץצקרש',
};
/** So much longer than English are other languages, the short texts most. */
const LONGER = 0.4;
const FILLING: Readonly<Record<Direction, string>> = { ltr: 'öñé ţŵö ', rtl: 'תור שיר ' };

/** What stays: what is put in, the address of a link, blanks at the ends. */
const KEPT = /(\{[^{}]*\}|\]\([^()]*\)|\[)/;

/**
 * A text as a language would have it that nobody speaks: no letter of English is left, and it is 40 % longer. What is in
 * braces and the addresses of links stay.
 */
export function pseudoText(text: string, direction: Direction): string {
  const words = text.trim();
  const strange = words
    .split(KEPT)
    .map((part, index) => (index % 2 === 1 ? part : strangeLetters(part, direction)))
    .join('');
  const filling = FILLING[direction]
    .repeat(words.length)
    .slice(0, Math.ceil(words.length * LONGER))
    .trim();
  return text.replace(words, () => `${strange} ${filling}`);
}

function strangeLetters(text: string, direction: Direction): string {
  return text.replaceAll(/[A-Za-z]/g, (letter) => {
    const strange = LETTERS[direction].charAt(LATIN.indexOf(letter.toLowerCase()));
    return letter === letter.toLowerCase() ? strange : strange.toUpperCase();
  });
}
