import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';
import { say, passwordTexts } from '#texts/say.ts';

/** Explains why a valid password is easy to guess (docs/behavior.md 5.4). */
export type FindWeakness = (password: string, username: string) => string | undefined;

/** Institution names from the partner settings. */
type Names = { readonly name?: unknown; readonly short_name?: unknown };

/** Words common to many institutions' names. */
const GENERIC = new Set('the and for of at college university institute school state'.split(' '));
/** Minimum length of a name part; shorter ones occur in too many words. */
const MIN_NAME_LENGTH = 4;

/** Context words besides the names that the list of leaked passwords lacks. */
const CONTEXT_WORDS = [
  'admission',
  'admissions',
  'applicant',
  'application',
  'enrollment',
  'freshman',
  'matricula',
];

/** Powers of ten: zxcvbn's threshold for safe, and for a word with another or with common additions. */
const ENOUGH_GUESSES = 10;
const ENOUGH_GUESSES_UNDECORATED = 5;

let madeEstimator: ZxcvbnFactory | undefined;

function estimator(): ZxcvbnFactory {
  madeEstimator ??= new ZxcvbnFactory({
    // No name or English dictionaries, since good passphrases use such words; easy ones are among the leaked.
    dictionary: { stolen: dictionary['passwords-common'] },
    graphs: adjacencyGraphs,
    // Limits that keep it within a few milliseconds for any input.
    l33tMaxSubstitutions: 10,
    maxLength: 64,
  });
  return madeEstimator;
}

/** Creates the check for one partner, with its names as guessable words. */
export function createFindWeakness(partner: Names): FindWeakness {
  const names = partnerNames(partner);
  const here = [...CONTEXT_WORDS, ...names];
  const guessesFor = (text: string): number => estimator().check(text, here).guessesLog10;
  return (typed, username) => {
    const password = typed.normalize('NFC').toLowerCase();
    const read = readings(password);
    const contains = (words: readonly string[]): boolean =>
      words.some(
        (word) => word.length >= MIN_NAME_LENGTH && read.some((text) => onlyLetters(text).includes(word)),
      );
    if (contains(addressWords(username))) return say(passwordTexts.likeAddress);
    if (contains(names)) return say(passwordTexts.likeName);
    const isCommon =
      guessesFor(password) < ENOUGH_GUESSES || guessesFor(undecorated(password)) < ENOUGH_GUESSES_UNDECORATED;
    return isCommon ? say(passwordTexts.common) : undefined;
  };
}

/** "Front Range University" is "frontrange" in a password; "University" alone is too generic. */
function partnerNames({ name, short_name: short }: Names): readonly string[] {
  const words = typeof name === 'string' ? name.toLowerCase().split(/[^\p{L}]+/u) : [];
  const own = words.filter((word) => !GENERIC.has(word)).join('');
  return [own, typeof short === 'string' ? short.toLowerCase() : ''].filter(Boolean);
}

/** Returns the local part of the address, its pieces, and the domain name. */
function addressWords(username: string): readonly string[] {
  const [local = '', domain = ''] = username.toLowerCase().split('@');
  const labels = domain.split('.').slice(0, -1);
  return [local, ...local.split(/[^\p{L}]+/u), ...labels].map((word) => onlyLetters(undoLeet(word, 'i')));
}

/** Undoes letter substitutions: a 1 can be an i or an l. */
function readings(password: string): readonly string[] {
  const bare = password.replaceAll(/^[^\p{L}]+|[^\p{L}$@]+$/gu, '');
  return [...new Set([bare, undoLeet(bare, 'i'), undoLeet(bare, 'l')])];
}

/** Removes years, a short trailing number, and separators. */
function undecorated(password: string): string {
  return password
    .replaceAll(/(?:19|20)\d\d/g, '')
    .replaceAll(/[^\p{L}\d]+/gu, (signs) => (signs.length > 3 ? signs : ''))
    .replace(/\d+$/, (number) => (number.length > 4 ? number : ''));
}

const LEET = new Map(
  ['0o', '3e', '4a', '5s', '7t', '8b', '@a', '$s'].map((pair) => [pair.charAt(0), pair.charAt(1)]),
);

function undoLeet(text: string, one: 'i' | 'l'): string {
  return text.replaceAll(/[1!]/g, one).replaceAll(/[034578@$]/g, (sign) => LEET.get(sign) ?? sign);
}

function onlyLetters(text: string): string {
  return text.replaceAll(/[^\p{L}]/gu, '');
}
