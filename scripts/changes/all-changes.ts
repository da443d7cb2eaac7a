import type { Change } from '#compiler/changes/change.ts';
import { changesBetween } from '#compiler/changes/changes-between.ts';
import { comparedOf } from '#compiler/changes/compared-form.ts';
import type { CompiledSchemas } from '#compiler/compile-schemas.ts';

type Partners = CompiledSchemas['partners'];

/** A change, with the partners it affects. */
export type SharedChange = Change & { readonly partners: readonly string[] };

/** Merges the changes of all partners, in the order of the first that has them. */
export function allChanges(before: Partners, after: Partners, now: Date): readonly SharedChange[] {
  const found = new Map<string, SharedChange>();
  for (const [name, partner] of after) {
    const old = before.get(name);
    if (!old) continue;
    for (const change of changesBetween(comparedOf(old, name), comparedOf(partner, name), now)) {
      const { heading, place, kind, sentence, removal, fate } = change;
      const key = JSON.stringify([heading, place, kind, sentence, removal, fate]);
      const partners = found.get(key)?.partners ?? [];
      found.set(key, { ...(found.get(key) ?? change), partners: [...partners, name] });
    }
  }
  return [...found.values()];
}

/** Returns partners that only one version has. */
export function partnersOnlyIn(some: Partners, others: Partners): readonly string[] {
  return [...some.keys()].filter((name) => !others.has(name));
}
