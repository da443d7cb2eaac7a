import type { Cursor } from '../source/cursor.ts';

/** Autofill of a block use: off, or a section of its own. */
export type Autofill = { readonly kind: 'off' } | { readonly kind: 'section'; readonly name: string };

/** Returns the autofill of a block. Browsers fill a section as one person, so each instance has its own. */
export function autofillOf(use: Cursor, number = 1): Autofill | undefined {
  if (use.at('autocomplete')?.text() === 'off') return { kind: 'off' };
  const name = use.at('autocompleteSection')?.text();
  return name === undefined ? undefined : { kind: 'section', name: number > 1 ? `${name}-${number}` : name };
}

/** Returns the autofill token of a question in a block; `section-*` comes first (HTML standard, "Autofill"). */
export function autofillToken(own: string | undefined, autofill: Autofill | undefined): string | undefined {
  if (autofill?.kind === 'off') return 'off';
  return autofill && own !== undefined && own !== 'off' ? `section-${autofill.name} ${own}` : own;
}
