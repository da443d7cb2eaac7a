/** Letters and digits; spaces, hyphens and bullets change when lines are broken again. */
const LETTER = /[\p{L}\p{N}]/gu;
/** A number of a field or a letter that is drawn otherwise. */
const CHANCE = 2;
const MOST_SHARE = 0.1;
/** A quarter of a page. */
const MOST_LETTERS = 500;
/** Scripts that join letters to new shapes: of those a PDF does not always name all letters, but always some. */
const JOINED =
  /[\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/**
 * Whether a considerable part of a text is not in what was drawn of it: more than a tenth of its letters, more than a
 * quarter of a page, or all. Counts letters rather than compares words: lines, columns and text boxes may come in any
 * order, words are hyphenated, capitals may be a matter of style. What is drawn around it (headers, the numbers of a
 * list) does no harm.
 */
export function isTextMissing(text: string, drawn: string): boolean {
  const wanted = countLetters(text);
  const found = countLetters(drawn);
  const all = sum(wanted.values());
  if (all > 0 && found.size === 0) return true;
  const missing = sum(
    Array.from(wanted, ([letter, count]) => {
      const seen = found.get(letter) ?? 0;
      return seen > 0 && JOINED.test(letter) ? 0 : Math.max(0, count - seen);
    }),
  );
  return missing > CHANCE && (missing > all * MOST_SHARE || missing > MOST_LETTERS);
}

function countLetters(text: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  // Ligatures, the shapes of Arabic letters, accents written as signs of their own and a capital ß become plain letters.
  for (const [letter] of text.normalize('NFKD').toLowerCase().toUpperCase().matchAll(LETTER))
    counts.set(letter, (counts.get(letter) ?? 0) + 1);
  return counts;
}

function sum(numbers: Iterable<number>): number {
  return Array.from(numbers).reduce((total, each) => total + each, 0);
}
