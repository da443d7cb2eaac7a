import { fleschKincaid } from 'flesch-kincaid';
import { syllable } from 'syllable';

/** Shorter than this a sentence says nothing of its grade: one long word would decide. Labels and buttons are shorter. */
const FEWEST_WORDS = 8;

const SENTENCES = new Intl.Segmenter('en', { granularity: 'sentence' });
const WORDS = new Intl.Segmenter('en', { granularity: 'word' });

/** A sentence, or a text of several short ones, with the school year in which it is read with ease. */
export type Graded = { readonly words: string; readonly grade: number };

/**
 * The hardest part of a text by the formula of Flesch and Kincaid: of its sentences that have eight words or more,
 * and of the text as a whole. Numbers and abbreviations count as short words.
 *
 * @returns nothing for a text of fewer words
 */
export function hardestPart(text: string): Graded | undefined {
  const sentences = [...SENTENCES.segment(text)].map(({ segment }) => segment.trim());
  const parts = [...sentences.map((sentence) => gradedPart([sentence])), gradedPart(sentences)];
  return parts.filter((part) => part !== undefined).toSorted((one, other) => other.grade - one.grade)[0];
}

function gradedPart(sentences: readonly string[]): Graded | undefined {
  const words = sentences.flatMap(wordsIn);
  if (words.length < FEWEST_WORDS) return undefined;
  const syllables = words.reduce((sum, word) => sum + syllablesIn(word), 0);
  const counts = { sentence: sentences.length, word: words.length, syllable: syllables };
  return { words: sentences.join(' '), grade: fleschKincaid(counts) };
}

function wordsIn(sentence: string): readonly string[] {
  return [...WORDS.segment(sentence)].flatMap(({ segment, isWordLike }) => (isWordLike ? [segment] : []));
}

/** Abbreviations in capital letters are read as names are. */
function syllablesIn(word: string): number {
  return /^[\d.,:]+$|^[A-Z]+$/.test(word) ? 1 : Math.max(1, syllable(word));
}
