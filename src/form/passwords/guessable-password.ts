import { COMMON_WORDS, KEY_ROWS } from './common-words.ts';
import { say } from '#texts/say.ts';
import * as passwordTexts from '#generated/texts/password.ts';

/**
 * Returns one sentence on why many people, or everybody who knows its owner, would try this password; else undefined. It is for
 * passwords that satisfy the composition rules (specification 5), so what counts is what is left when the decoration
 * is taken off.
 */
export type FindWeakness = (password: string, username: string) => string | undefined;

/** What of a partner's settings everybody here thinks of. */
type Names = { readonly name?: unknown; readonly short_name?: unknown };

/** Words that are part of many institutions' names. */
const GENERIC = new Set([
  'the',
  'and',
  'for',
  'of',
  'at',
  'college',
  'university',
  'institute',
  'school',
  'state',
]);
/** A piece of a name that is shorter than this is part of too many words. */
const SHORTEST_NAME = 4;
/** So many characters beside what is common do not make a password of its own. */
const ENOUGH_OF_ITS_OWN = 4;
const SHORTEST_RUN = 4;
const LONGEST_DATE = 8;

/** The rule for one partner: its name and short name are words that everybody here thinks of. */
export function createFindWeakness(partner: Names): FindWeakness {
  const names = partnerNames(partner);
  const common = [...COMMON_WORDS, ...names].toSorted((a, b) => b.length - a.length);
  return (password, username) => {
    const read = readings(password);
    const contains = (words: readonly string[]): boolean =>
      words.some(
        (word) => word.length >= SHORTEST_NAME && read.some((text) => onlyLetters(text).includes(word)),
      );
    if (contains(addressWords(username))) return say(passwordTexts.likeAddress);
    if (contains(names)) return say(passwordTexts.likeName);
    const isCommon = !hasLongNumber(password) && read.some((text) => !hasMoreThan(text, common));
    return isPattern(password) || isCommon ? say(passwordTexts.common) : undefined;
  };
}

/** "Front Range University" is "frontrange" in a password; "University" alone is nobody's. */
function partnerNames({ name, short_name: short }: Names): readonly string[] {
  const words = typeof name === 'string' ? name.toLowerCase().split(/[^\p{L}]+/u) : [];
  const own = words.filter((word) => !GENERIC.has(word)).join('');
  return [own, typeof short === 'string' ? short.toLowerCase() : ''].filter(Boolean);
}

/** The pieces of the part before the @, the part as a whole, and the name of the domain. */
function addressWords(username: string): readonly string[] {
  const [local = '', domain = ''] = username.toLowerCase().split('@');
  const labels = domain.split('.').slice(0, -1);
  return [local, ...local.split(/[^\p{L}]+/u), ...labels].map((word) => onlyLetters(undoLeet(word, 'i')));
}

/** The password as the words it was made from: a 1 may replace an i or an l. */
function readings(password: string): readonly string[] {
  const bare = withoutRuns(password.toLowerCase().replaceAll(/^[^\p{L}]+|[^\p{L}$@]+$/gu, ''));
  return [...new Set([bare, undoLeet(bare, 'i'), undoLeet(bare, 'l')])];
}

const LEET: Readonly<Record<string, string>> = {
  '0': 'o',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '8': 'b',
  '@': 'a',
  $: 's',
};

function undoLeet(text: string, one: 'i' | 'l'): string {
  return text.replaceAll(/[1!]/g, one).replaceAll(/[034578@$]/g, (sign) => LEET[sign] ?? sign);
}

function onlyLetters(text: string): string {
  return text.replaceAll(/[^\p{L}]/gu, '');
}

/** "aB1!aB1!aB1!", or three characters in any order. */
function isPattern(password: string): boolean {
  const text = password.toLowerCase();
  return new Set(text).size < 5 || /^(.{1,4})\1{2,}.{0,3}$/u.test(text);
}

/** A number that is no sequence and longer than a date is something of one's own. */
function hasLongNumber(password: string): boolean {
  return withoutRuns(password).replaceAll(/\D/g, '').length > LONGEST_DATE;
}

function hasMoreThan(text: string, common: readonly string[]): boolean {
  const rest = common.reduce((left, word) => left.replaceAll(word, ''), text);
  const own = rest
    .replaceAll(/[^\p{L}\d]|(?:19|20)\d\d/gu, '')
    .replaceAll(/\d{1,4}$/g, '')
    .replaceAll(/(.)\1+/gu, '$1');
  return own.length >= ENOUGH_OF_ITS_OWN;
}

/** Takes out "abcd", "4321" and "qwert". */
function withoutRuns(text: string): string {
  let kept = '';
  for (let at = 0; at < text.length;) {
    const length = Math.max(...KEY_ROWS.map((row) => runLength(text, at, row)));
    if (length < SHORTEST_RUN) kept += text[at];
    at += length < SHORTEST_RUN ? 1 : length;
  }
  return kept;
}

function runLength(text: string, start: number, row: string): number {
  let length = 0;
  while (start + length < text.length && row.includes(text.slice(start, start + length + 1))) length += 1;
  return length;
}
