import type { Change } from '#compiler/changes/change.ts';
import { changesBetween } from '#compiler/changes/changes-between.ts';
import { comparedOf } from '#compiler/changes/compared-form.ts';
import { elementsOf } from '#compiler/changes/elements.ts';
import { THE_FORM } from '#compiler/changes/form-changes.ts';
import type { CompiledSchemas } from '#compiler/compile-schemas.ts';
import type { FormDefinition } from '#form/definition/definition.ts';

type Partners = CompiledSchemas['partners'];

/** A change, with the partners it affects. */
export type SharedChange = Change & { readonly partners: readonly string[] };

/** Merges the changes of all partners in form order. */
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

/** Returns partners that only one version has. */
export function partnersOnlyIn(some: Partners, others: Partners): readonly string[] {
  return [...some.keys()].filter((name) => !others.has(name));
}

/** Sorts changes by page and section; form-wide changes first, partner changes last. */
function inFormOrder<Each extends Change>(
  changes: readonly Each[],
  before: Partners,
  after: Partners,
): readonly Each[] {
  const order = headingsOf([...after.values(), ...before.values()].map(({ definition }) => definition));
  const places = new Map(changes.map((change) => [change, placeIn(order, change)]));
  return changes.toSorted((one, other) => (places.get(one) ?? 0) - (places.get(other) ?? 0));
}

/** Merges the headings of all forms, keeping each form's order. */
function headingsOf(forms: readonly FormDefinition[]): readonly string[] {
  const order: string[] = [];
  for (const { pages } of forms) {
    let last = -1;
    for (const { heading } of pages.flatMap((page) => elementsOf(page, false))) {
      for (const name of pathsTo(heading)) {
        const known = order.indexOf(name);
        last = known === -1 ? last + 1 : Math.max(last, known);
        if (known === -1) order.splice(last, 0, name);
      }
    }
  }
  return order;
}

/** Returns the paths to page, section and subsection. */
function pathsTo(heading: Change['heading']): readonly string[] {
  return heading.map((_title, index) => JSON.stringify(heading.slice(0, index + 1)));
}

function placeIn(order: readonly string[], { heading }: Change): number {
  const found = pathsTo(heading).findLast((name) => order.includes(name));
  if (found !== undefined) return order.indexOf(found);
  return heading[0] === THE_FORM ? -1 : order.length;
}
