import type { Change } from './change.ts';
import type { FormElement } from './elements.ts';
import { listed } from './sentence-words.ts';

/**
 * A change in the making: of what, and what happened to it. Where the same happened to several in one place they
 * are said together, so that the verb is left open: `{is}`, `{has}`, `{does}`, `{s}`, `{it}`.
 */
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
