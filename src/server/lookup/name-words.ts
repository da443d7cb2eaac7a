import {
  abbreviationWords,
  COMMON_WORDS,
  PARTICLES,
  readingsOfWord,
  SMALL_WORDS,
  STATE_NAMES,
} from './school-words.ts';

const STATE_WORD = 'state';

/** Returns the words of a typed text. Lower-case letters and digits only, "H S" and "H.S." as one word. */
export function searchWordsOf(text: string): string[] {
  const small = text.toLowerCase();
  const ascii = !/[^ -~]/.test(small) ? small : small.normalize('NFKD').replaceAll(/[\p{M}’]/gu, '');
  const words: readonly string[] =
    ascii
      .replaceAll(/['`]/g, '')
      .replaceAll('&', ' and ')
      .match(/[a-z0-9]+/g) ?? [];
  // Joins single letters such as "H S", and "A & M", into one word.
  const joined: string[] = [];
  let letters = '';
  for (const [at, word] of words.entries()) {
    const isBetweenLetters = letters !== '' && word === 'and' && words[at + 1]?.length === 1;
    if (isBetweenLetters) continue;
    if (word.length === 1 && word >= 'a') {
      letters += word;
      continue;
    }
    if (letters !== '') joined.push(letters);
    letters = '';
    joined.push(word);
  }
  if (letters !== '') joined.push(letters);
  return joined;
}

/** Returns the words of a query, expanded. Each without plural s, with all possible readings. */
export function typedWords(text: string) {
  return searchWordsOf(text).flatMap((word) =>
    (abbreviationWords(word) ?? [word]).map((part) => {
      const readings = [...readingsOfWord(part), ...stateMeant(part)].map(singular);
      const plain = singular(part);
      return { plain, readings: [...new Set([...readings, plain])] };
    }),
  );
}

/** Codes that are also words. */
const NO_CODES = new Set('in or me hi ok la de al ma pa mo id oh'.split(' '));

/** Returns the state meant by a code: "VA Tech" is Virginia Tech. */
function stateMeant(word: string): readonly string[] {
  const state = word.length === 2 && !NO_CODES.has(word) ? STATE_NAMES[word.toUpperCase()] : undefined;
  return state === undefined || state.includes(' ') ? [] : [state.toLowerCase()];
}

/** Returns the words of a name as indexed. One spelling each, abbreviations expanded. */
export function nameWords(name: string): string[] {
  const words = searchWordsOf(name);
  return words.flatMap((word, position) =>
    (abbreviationWords(word) ?? [readingInName(word, position, words.length)]).map(singular),
  );
}

/** "St" is a saint unless it ends the name: St Louis, but Colorado St. */
function readingInName(word: string, position: number, count: number): string {
  const readings = readingsOfWord(word);
  const isLast = position > 0 && position === count - 1;
  return (isLast && readings.includes(STATE_WORD) ? STATE_WORD : readings.at(0)) ?? word;
}

/** Strips a plural or possessive s: St Mary, St Mary's and St Marys are equal. */
function singular(word: string): string {
  return word.length > 3 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word;
}

/** Returns joined spellings: lasalle for La Salle, uchicago for University of Chicago. */
export function joinedWords(words: readonly string[]): string[] {
  const joined: string[] = [];
  let particles = '';
  for (const word of words) {
    if (particles !== '') joined.push(particles + word);
    particles = PARTICLES.has(word) ? particles + word : '';
  }
  const [first, second, third] = words;
  if (first === 'university' && second === 'of' && third !== undefined) joined.push(`u${third}`);
  return joined;
}

const MOST_JOINED = 6;

/** Returns the query with each two adjacent words joined. "thunder ridge" can be ThunderRidge. */
export function joinedQueries(text: string): string[] {
  const words = searchWordsOf(text).slice(0, MOST_JOINED);
  return words
    .slice(1)
    .map((word, at) => [...words.slice(0, at), words[at] + word, ...words.slice(at + 2)].join(' '));
}

/**
 * Returns the initials of a school. Of its whole name (UCLA, CCHS), of the part before a campus (UNC), of its
 * distinctive words (TJ of "Thomas Jefferson High School"), and of a university of a place in both orders (UC, CU).
 */
export function initialsOf(name: string, allWords: readonly string[]): string[] {
  const words = allWords.filter((word) => !SMALL_WORDS.has(word));
  const [head = name] = name.split(/-| at |,|\/|\(/);
  const headWords = head === name ? [] : nameWords(head);
  const isCampus = HIGHER.some((word) => headWords.includes(word));
  const [first, second = ''] = words;
  const place = second.charAt(0);
  const all = [
    lettersOf(words),
    ...(isCampus ? [lettersOf(headWords)] : []),
    lettersOf(words.filter((word) => !COMMON_WORDS.has(word))),
    ...(first === 'university' ? [`u${place}`, `${place}u`] : []),
  ];
  return [...new Set(all.filter((letters) => letters.length > 1 && letters.length < 7))];
}

const HIGHER = ['university', 'college'];

function lettersOf(words: readonly string[]): string {
  const first = words.filter((word) => !SMALL_WORDS.has(word)).map((word) => word.charAt(0));
  return first.join('');
}
