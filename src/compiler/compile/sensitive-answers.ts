import { companionKey } from '#form/definition/answer.ts';
import type { FormDefinition } from '#form/definition/definition.ts';
import { FORMER } from '#form/moves/mirrors.ts';
import type { FormerNames } from './former-names.ts';
import type { PlacedQuestion, TakenNames } from './page-walk.ts';

/**
 * Under which names what is marked as sensitive may be stored: the key, the label of what was chosen, the parts that its
 * widget writes, and what is kept under former names for servers of the older form. Nothing while nothing is marked.
 */
export function sensitiveAnswers(
  former: FormerNames,
  { keys }: Pick<TakenNames, 'keys'>,
): Pick<FormDefinition, 'sensitive'> {
  const today = [...keys].flatMap(([key, placed]) =>
    isMarked(placed) || (placed.partOf !== undefined && isMarked(keys.get(placed.partOf))) ? [key] : [],
  );
  const marked = new Set(today);
  const earlier = former.keys.flatMap(({ from, to }) => (marked.has(to) ? [from, companionKey(from)] : []));
  const renamed = former.values.flatMap(({ key }) => (marked.has(key) ? [FORMER + key] : []));
  const all = [...new Set([...today, ...earlier, ...renamed])].toSorted();
  return all.length > 0 ? { sensitive: all } : {};
}

function isMarked(placed: PlacedQuestion | undefined): boolean {
  return placed?.property.at('sensitive')?.flag() === true;
}
