import { fleschKincaid } from 'flesch-kincaid';
import { syllable } from 'syllable';
import type { Cursor } from '../source/cursor.ts';
import { type Fault, FaultList, type Finding } from '../source/fault.ts';
import { openSchemas } from '../source/open-schemas.ts';
import { PROJECT_PATHS } from '../source/schema-paths.ts';
import type { SourceSet } from '../source/source-set.ts';
import { verbatimSentences } from '../source/engine-texts.ts';
import { translatableTexts } from '../source/translatable.ts';

/** Maximum reading grade (decision 14). */
const MAX_GRADE = 8;

/** Words to avoid, with the one to use. */
type Term = readonly [pattern: RegExp, word: string];

/** Preferred terms used elsewhere in the engine's texts. */
const OTHER_WORDS: readonly Term[] = [
  [/\be-mails?\b/i, 'email'],
  [/\b(?:signing|signed|signs?)[ -]in(?:to)?\b/i, 'log in'],
  [/\b(?:signing|signed|signs?)[ -](?:out|off)\b/i, 'log out'],
  [/\blog(?:in|on)\b/i, 'log in'],
  [/\bcreate an account\b/i, 'sign up'],
];

/** Reports the folder's sentences that are hard to read or use nonstandard terms, except verbatim ones. */
export function sentenceFaults(folder: string = PROJECT_PATHS.schemasFolder): readonly Fault[] {
  const { plain, lent } = openSchemas(folder);
  const verbatim = verbatimSentences(plain);
  const terms = [...OTHER_WORDS, ...ownTerms(plain)];
  const faults = new FaultList();
  for (const at of sentencesOf(plain, lent)) {
    const text = at.text() ?? '';
    if (verbatim.has(text)) continue;
    const words = wordsOf(text);
    for (const finding of [...gradeFindings(words), ...wordFindings(words, terms)])
      faults.report(at, finding);
  }
  return faults.sorted();
}

/** Returns the words as read: links without addresses, placeholders as a name. */
function wordsOf(text: string): string {
  return text.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll(/\{[^{}]*\}/g, 'X');
}

function gradeFindings(text: string): readonly Finding[] {
  const hardest = hardestPart(text);
  if (!hardest || hardest.grade <= MAX_GRADE) return [];
  return [
    {
      code: 'hard-to-read',
      found: `"${hardest.words}", which reads like grade ${hardest.grade.toFixed(1)}`,
      expected: `a sentence of grade ${MAX_GRADE} at most, so that all students understand it at once`,
      cure: 'Make two sentences of it, or take shorter words.',
    },
  ];
}

/** Reads the terms of the questionnaire, from `otherWords` in form.json. */
function ownTerms(sources: SourceSet): readonly Term[] {
  const written = [...(sources.cursor('form.json')?.at('otherWords')?.members() ?? [])];
  return written.map(([word, at]) => [new RegExp(`\\b${word}\\b`, 'iu'), at.text() ?? '']);
}

function wordFindings(text: string, terms: readonly Term[]): readonly Finding[] {
  return terms.flatMap(([pattern, word]) => {
    const [found] = pattern.exec(text) ?? [];
    if (found === undefined) return [];
    return [
      {
        code: 'other-word',
        found: `"${found}" in "${text}"`,
        expected: `"${word}", the one word that students read for it everywhere`,
        cure: `Say it with "${word}".`,
      },
    ];
  });
}

/** Returns every text and plural form that students read, except names: of options and of the application. */
function sentencesOf(sources: SourceSet, lent: readonly string[]): readonly Cursor[] {
  return translatableTexts(sources)
    .filter(({ file, path }) => !file.startsWith('options/') && path !== 'application_title')
    .filter(({ file }) => !lent.includes(file))
    .flatMap(({ at }) => [at, ...at.members().values()]);
}

/** Minimum number of words for a meaningful grade; labels and buttons are shorter. */
const MIN_WORDS = 8;

const SENTENCES = new Intl.Segmenter('en', { granularity: 'sentence' });
const WORDS = new Intl.Segmenter('en', { granularity: 'word' });

/** A sentence, or several short ones, with its reading grade. */
export type GradedText = { readonly words: string; readonly grade: number };

/** Finds the hardest sentence, or the whole text, by Flesch-Kincaid grade; undefined under eight words. */
export function hardestPart(text: string): GradedText | undefined {
  const sentences = [...SENTENCES.segment(text)].map(({ segment }) => segment.trim());
  const parts = [...sentences.map((sentence) => gradedPart([sentence])), gradedPart(sentences)];
  return parts.filter((part) => part !== undefined).toSorted((one, other) => other.grade - one.grade)[0];
}

function gradedPart(sentences: readonly string[]): GradedText | undefined {
  const words = sentences.flatMap(wordsIn);
  if (words.length < MIN_WORDS) return undefined;
  const syllables = words.reduce((sum, word) => sum + syllablesIn(word), 0);
  const counts = { sentence: sentences.length, word: words.length, syllable: syllables };
  return { words: sentences.join(' '), grade: fleschKincaid(counts) };
}

function wordsIn(sentence: string): readonly string[] {
  return [...WORDS.segment(sentence)].flatMap(({ segment, isWordLike }) => (isWordLike ? [segment] : []));
}

/** Counts uppercase abbreviations as names. */
function syllablesIn(word: string): number {
  return /^[\d.,:]+$|^[A-Z]+$/.test(word) ? 1 : Math.max(1, syllable(word));
}
