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

const SINGULAR: Readonly<Record<string, string>> = {
  is: 'is',
  has: 'has',
  does: 'does',
  s: 's',
  it: 'it',
  was: 'was',
  its: 'its',
};
const PLURAL: Readonly<Record<string, string>> = {
  is: 'are',
  has: 'have',
  does: 'do',
  s: '',
  it: 'they',
  was: 'were',
  its: 'their',
};

export function sentenceOf(subjects: readonly string[], happened: string): string {
  const forms = subjects.length > 1 ? PLURAL : SINGULAR;
  const predicate = happened.replaceAll(
    /\{(is|has|does|s|it|was|its)\}/g,
    (_all, word: string) => forms[word] ?? '',
  );
  // A sentence that ends with one in quotation marks has its end.
  const sentence = `${listed(subjects)} ${predicate}`.trim().replaceAll(/([.?!…]”)\./g, '$1');
  return `${sentence.slice(0, 1).toUpperCase()}${sentence.slice(1)}`;
}
