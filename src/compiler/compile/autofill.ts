import type { Cursor } from '../source/cursor.ts';

/** What a use of a block says of all that a browser might fill in there: nothing, or under a section of its own. */
export type Autofill = { readonly kind: 'off' } | { readonly kind: 'section'; readonly name: string };

/**
 * What a use of a block says of its autofill. Each instance of an add-another after the first has a section of
 * its own, since browsers fill a section as one person or place.
 *
 * @param number which instance, from 1
 */
export function autofillOf(use: Cursor, number = 1): Autofill | undefined {
  if (use.at('autocomplete')?.text() === 'off') return { kind: 'off' };
  const name = use.at('autocompleteSection')?.text();
  return name === undefined ? undefined : { kind: 'section', name: number > 1 ? `${name}-${number}` : name };
}

/**
 * The autofill token of a question in such a block (HTML standard, "Autofill": `section-*` comes first).
 *
 * @param own the token that the block gives the question; without one a browser guesses, unless it says `off`
 */
export function autofillToken(own: string | undefined, autofill: Autofill | undefined): string | undefined {
  if (autofill?.kind === 'off') return 'off';
  return autofill && own !== undefined && own !== 'off' ? `section-${autofill.name} ${own}` : own;
}
