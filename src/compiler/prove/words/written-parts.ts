import type { CompiledPartner } from '#compiler/compile/compile-partner.ts';
import type { Cursor } from '#compiler/source/cursor.ts';
import type { Condition } from '#form/definition/definition.ts';
import { tabGroupsOf } from '#form/definition/form-part.ts';
import { conditionInWords } from './condition-words.ts';

/** A condition in words, and where it is written. */
export type WrittenPart = {
  readonly condition: Condition;
  readonly words: string;
  readonly at: Cursor | undefined;
};

/** The parts of a conjunction, each for itself; anything else is its only part. */
export function writtenParts(
  condition: Condition,
  partner: CompiledPartner,
  at?: Cursor,
): readonly WrittenPart[] {
  const written = partner.origins.get(condition) ?? tabOf(condition, partner) ?? at;
  if ('all' in condition) return condition.all.flatMap((each) => writtenParts(each, partner, written));
  return [{ condition, words: conditionInWords(condition, partner.definition), at: written }];
}

/** That a tab is chosen is written where the tab is. */
function tabOf(condition: Condition, { definition, origins }: CompiledPartner): Cursor | undefined {
  if (!('valueKey' in condition)) return undefined;
  const group = tabGroupsOf(definition).find(({ id }) => id === condition.valueKey);
  const tab = group?.tabs.find(({ id }) => id === condition.target);
  return tab && origins.get(tab);
}
