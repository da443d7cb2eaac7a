import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';
import { say, passwordTexts } from '#texts/say.ts';

/** Says why a password that meets the composition rules is easy to guess (docs/behavior.md 5.4). */
export type FindWeakness = (password: string, username: string) => string | undefined;

/** What of a partner's settings everybody here thinks of. */
type Names = { readonly name?: unknown; readonly short_name?: unknown };

/** Words that are part of many institutions' names. */
const GENERIC = new Set('the and for of at college university institute school state'.split(' '));
/** A piece of a name that is shorter than this is part of too many words. */
const SHORTEST_NAME = 4;

/** What one thinks of here, in addition to the names: words that the list of stolen passwords has not. */
const HERE = ['admission', 'admissions', 'applicant', 'application', 'enrollment', 'freshman', 'matricula'];

/** As powers of ten: what zxcvbn counts as safe, and a word with another, or with what is written in every second password. */
const ENOUGH_GUESSES = 10;
const ENOUGH_GUESSES_UNDECORATED = 5;

let madeEstimator: ZxcvbnFactory | undefined;

function estimator(): ZxcvbnFactory {
  madeEstimator ??= new ZxcvbnFactory({
    // Of names and English words alone many a good passphrase is made; what is easy of them is among the stolen ones.
    dictionary: { stolen: dictionary['passwords-common'] },
    graphs: adjacencyGraphs,
    // All that costs more than some milliseconds, whatever is typed.
    l33tMaxSubstitutions: 10,
    maxLength: 64,
  });
  return madeEstimator;
}

/** The rule for one partner: its name and short name are words that everybody here thinks of. */
export function createFindWeakness(partner: Names): FindWeakness {
  const names = partnerNames(partner);
  const here = [...HERE, ...names];
  const guessesFor = (text: string): number => estimator().check(text, here).guessesLog10;
  return (typed, username) => {
    const password = typed.normalize('NFC').toLowerCase();
    const read = readings(password);
    const contains = (words: readonly string[]): boolean =>
      words.some(
        (word) => word.length >= SHORTEST_NAME && read.some((text) => onlyLetters(text).includes(word)),
      );
    if (contains(addressWords(username))) return say(passwordTexts.likeAddress);
    if (contains(names)) return say(passwordTexts.likeName);
    const isCommon =
      guessesFor(password) < ENOUGH_GUESSES || guessesFor(undecorated(password)) < ENOUGH_GUESSES_UNDECORATED;
    return isCommon ? say(passwordTexts.common) : undefined;
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
  const bare = password.replaceAll(/^[^\p{L}]+|[^\p{L}$@]+$/gu, '');
  return [...new Set([bare, undoLeet(bare, 'i'), undoLeet(bare, 'l')])];
}

/** Without years, without a short number at the end, and without the few signs that part words or are put around them. */
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
