import { searchCode, searchText } from '../definition/search-text.ts';

/** The parts of a name: those that a name has, and those that people leave out or shorten to an initial. */
export type NameParts = { readonly needed: readonly string[]; readonly optional: readonly string[] };

/**
 * True for a text that is a name as people write it: case, blanks, accents, signs and the order of its parts do not
 * count. Of the optional parts each word may be left out, or be its initial.
 */
export function isLikeName(text: string, { needed, optional }: NameParts): boolean {
  return isMadeOf(
    codeOf(text),
    needed.map(codeOf),
    optional.flatMap((part) => searchText(part).split(' ')).map(codeOf),
  );
}

function isMadeOf(rest: string, needed: readonly string[], optional: readonly string[]): boolean {
  if (rest === '') return needed.every((part) => part === '');
  return (
    needed.some(
      (part, index) => begins(rest, part) && isMadeOf(after(rest, part), without(needed, index), optional),
    ) ||
    optional.some((word, index) =>
      [word, initialOf(word)].some(
        (form) => begins(rest, form) && isMadeOf(after(rest, form), needed, without(optional, index)),
      ),
    )
  );
}

function begins(text: string, part: string): boolean {
  return part !== '' && text.startsWith(part);
}

function after(text: string, part: string): string {
  return text.slice(part.length);
}

function initialOf(word: string): string {
  return Array.from(word)[0] ?? '';
}

function without(list: readonly string[], index: number): readonly string[] {
  return list.filter((_, place) => place !== index);
}

/** Letters that no accent is taken from, as they are written on a keyboard that has none of them. */
const PLAIN: Readonly<Record<string, string>> = {
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ı: 'i',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
};

function codeOf(text: string): string {
  return Array.from(searchCode(text), (letter) => PLAIN[letter] ?? letter).join('');
}
