import type { FormStore } from './form-store.ts';
import { say } from '#texts/say.ts';
import * as clearingTexts from '#generated/texts/clearing.ts';

/** So many characters of a label show which question it is; some are two lines long. */
const LONGEST = 60;

/** So many answers are named; of more than that, the others are counted. */
const NAMED = 2;

/** How answers are named in a sentence, and whether it is one: “Essay”, “Essay” and “Motto”, or how many others. */
export function namedAnswers(
  store: Pick<FormStore, 'question'>,
  keys: readonly string[],
): { readonly names: string; readonly isOne: boolean } {
  // A month and its year are one answer to who reads of it.
  const owners = [...new Set(keys.map((key) => store.question(key)?.partOf ?? key))];
  const quoted = owners.map((key) => `“${shortenedNames(store.question(key)?.fullLabel ?? key)}”`);
  const rest = quoted.length - NAMED;
  if (rest <= 0) return { names: joinNames(quoted), isOne: quoted.length === 1 };
  const others = rest === 1 ? say(clearingTexts.oneMore) : say(clearingTexts.more, { count: rest });
  return { names: joinNames([quoted.slice(0, NAMED).join(', '), others]), isOne: false };
}

/** Names with an "and" between each two; empty without any. */
export function joinNames(names: readonly string[]): string {
  return names.reduce((first, second) => (first ? say(clearingTexts.and, { first, second }) : second), '');
}

/** Cut after a word. */
function shortenedNames(label: string): string {
  if (label.length <= LONGEST) return label;
  return `${label.slice(0, LONGEST).replace(/\W*\s\S*$/, '')}…`;
}
