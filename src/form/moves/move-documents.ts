import type { Moves } from '../definition/moves.ts';
import { ownMember } from '../definition/own-property.ts';
import type { Move } from './stored-form.ts';

type Documents = Readonly<Record<string, number>>;

/** The documents under the keys of today: where both keys have one, the one that was attached last is right. */
export function moveDocuments(
  { keys, retired }: Moves,
  stored: Documents,
): { readonly documents: Documents; readonly moves: readonly Move[] } {
  const documents = new Map(Object.entries(stored));
  const moves: Move[] = [];
  // The latest first, so that the older ones of several former keys stay.
  for (const [from, attached] of Object.entries(stored).toSorted(([, a], [, b]) => b - a)) {
    const to = ownMember(keys, from);
    const there = to === undefined ? undefined : documents.get(to);
    if (to !== undefined && (there === undefined || attached > there)) {
      documents.delete(from);
      documents.set(to, attached);
      moves.push({ kind: 'document', from, to, replaces: there !== undefined });
    } else if (ownMember(retired, from) === 'deleted') {
      documents.delete(from);
      moves.push({ kind: 'documentDeleted', key: from });
    }
  }
  return { documents: Object.fromEntries(documents), moves };
}
