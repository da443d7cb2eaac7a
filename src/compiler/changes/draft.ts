import type { Change } from './change.ts';
import type { FormElement } from './elements.ts';
import { joinWords } from './sentence-words.ts';

/** A change whose sentence is not final. Equal drafts are merged, so verbs are placeholders: `{is}`, `{has}`, `{s}`. */
export type Draft = Omit<Change, 'sentence'> & {
  readonly subject: string;
  readonly predicate: string;
  /** The changed element of the page. */
  readonly element?: FormElement;
};

/** Placeholders with their singular and plural. */
const WORDS: Readonly<Record<string, readonly [one: string, several: string]>> = {
  is: ['is', 'are'],
  has: ['has', 'have'],
  does: ['does', 'do'],
  s: ['s', ''],
  it: ['it', 'they'],
  was: ['was', 'were'],
  its: ['its', 'their'],
};

export function sentenceOf(subjects: readonly string[], predicate: string): string {
  const form = subjects.length > 1 ? 1 : 0;
  const filled = predicate.replaceAll(/\{(\w+)\}/g, (open, word: string) => WORDS[word]?.[form] ?? open);
  // Drops the period after a quoted sentence that ends with punctuation.
  const sentence = `${joinWords(subjects)} ${filled}`.trim().replaceAll(/([.?!…]”)\./g, '$1');
  return `${sentence.slice(0, 1).toUpperCase()}${sentence.slice(1)}`;
}
