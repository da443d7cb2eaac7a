import type { Change } from './change.ts';
import type { FormElement } from './elements.ts';
import { listed } from './sentence-words.ts';

/** An unfinished change. Several that happened alike share a sentence, so the verb stays open: `{is}`, `{has}`, `{s}`. */
export type Draft = Omit<Change, 'sentence'> & {
  readonly subject: string;
  readonly happened: string;
  /** What of a page it is about. */
  readonly element?: FormElement;
};

/** Open words of a sentence: for one subject, and for several. */
const WORDS: Readonly<Record<string, readonly [one: string, several: string]>> = {
  is: ['is', 'are'],
  has: ['has', 'have'],
  does: ['does', 'do'],
  s: ['s', ''],
  it: ['it', 'they'],
  was: ['was', 'were'],
  its: ['its', 'their'],
};

export function sentenceOf(subjects: readonly string[], happened: string): string {
  const form = subjects.length > 1 ? 1 : 0;
  const predicate = happened.replaceAll(/\{(\w+)\}/g, (open, word: string) => WORDS[word]?.[form] ?? open);
  // A sentence that ends with one in quotation marks has its end.
  const sentence = `${listed(subjects)} ${predicate}`.trim().replaceAll(/([.?!…]”)\./g, '$1');
  return `${sentence.slice(0, 1).toUpperCase()}${sentence.slice(1)}`;
}
