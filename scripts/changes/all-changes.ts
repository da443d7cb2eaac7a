import { changesBetween, comparedOf } from '#compiler/changes/changes-between.ts';
import type { Change } from '#compiler/changes/change.ts';
import type { CompiledSchemas } from '#compiler/compile-schemas.ts';
import { inFormOrder } from './form-order.ts';

type Partners = CompiledSchemas['partners'];

/** A change, and the partners whose students meet it. */
export type SharedChange = Change & { readonly partners: readonly string[] };

/** The changes of all partners in the order of the form; what is the same for several is there once. */
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
  return inFormOrder([...found.values()], before, after);
}

/** Names of partners that only one version has. */
export function partnersOnlyIn(some: Partners, others: Partners): readonly string[] {
  return [...some.keys()].filter((name) => !others.has(name));
}
