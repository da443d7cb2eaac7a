import type { Cursor } from '../source/cursor.ts';
import type { PlacedQuestion, TakenNames } from './page-walk.ts';
import type { Scope } from './scope.ts';

/** A former name and its current name, with blocks expanded. */
export type FormerName = { readonly at: Cursor; readonly from: string; readonly to: string };

/** The current value for a value of a former key; `key` is current if only the values changed. */
export type FormerValue = {
  readonly at: Cursor;
  readonly key: string;
  readonly placed: PlacedQuestion;
  readonly from: string;
  readonly to: string | number | boolean | undefined;
};

/** All `formerly` entries in the pages and blocks of a form. */
export type FormerNames = {
  readonly keys: readonly FormerName[];
  readonly values: readonly FormerValue[];
  /** IDs of tab groups and add-anothers. */
  readonly groups: readonly FormerName[];
  readonly tabs: readonly (FormerName & { readonly group: string })[];
};

/** Collects `formerly` from everything placed, after the walk. */
export function formerNames({ keys, groups }: TakenNames): FormerNames {
  const questions = [...keys].flatMap(([key, placed]) => (key === placed.key ? [placed] : []));
  const found = [...groups];
  return {
    keys: questions.flatMap(formerKeys),
    values: questions.flatMap(formerValues),
    groups: found.flatMap(([to, { node, scope }]) =>
      alternatives(scope, { today: node.at('id')?.text() ?? '', former: formerIds(node), to }),
    ),
    tabs: found.flatMap(([group, { node }]) =>
      node.list('tabs').flatMap((tab) => {
        const to = tab.at('id')?.text() ?? '';
        return itemsOf(tab.at('formerly')).map(({ name, at }) => ({ group, from: name, to, at }));
      }),
    ),
  };
}

type Named = { readonly name: string; readonly at: Cursor };

function itemsOf(list: Cursor | undefined): readonly Named[] {
  return (list?.items() ?? []).map((at) => ({ name: at.text() ?? '', at }));
}

/** Reads `formerly` of a question: a list of keys, or keys with value maps. */
function namesIn(formerly: Cursor | undefined): readonly Named[] {
  const members = [...(formerly?.members() ?? [])].map(([name, at]) => ({ name, at }));
  return [...itemsOf(formerly), ...members];
}

/** Reads `formerly` of an add-another; that of a block has only prefixes. */
function formerIds(node: Cursor): readonly Named[] {
  const formerly = node.at('formerly');
  return itemsOf(formerly?.at('id') ?? formerly);
}

function formerKeys({ key, name, property, walk }: PlacedQuestion): readonly FormerName[] {
  const former = namesIn(property.at('formerly')).filter((one) => one.name !== name);
  return alternatives(walk.scope, { today: name, former, to: key });
}

type Renamed = { readonly today: string; readonly former: readonly Named[]; readonly to: string };

/** Combines each former name with each current or former prefix, without the current name. */
function alternatives(scope: Scope, { today, former, to }: Renamed): readonly FormerName[] {
  const names = [{ name: today, at: undefined }, ...former];
  return prefixesOf(scope).flatMap((prefix) =>
    names.flatMap(({ name, at = prefix.at }) => (at ? [{ at, from: prefix.name + name, to }] : [])),
  );
}

type Prefix = { readonly name: string; readonly at: Cursor | undefined };

/** Returns all current and former prefixes in a scope, current first; numbered in an instance. */
function prefixesOf({ prefix, outer, use }: Scope): readonly Prefix[] {
  if (!use || !outer) return [{ name: prefix, at: undefined }];
  const own = use.at('prefix')?.text() ?? '';
  const number = prefix.slice(outer.prefix.length + own.length);
  const formerly = use.at('formerly');
  const all = [{ name: own, at: undefined }, ...itemsOf(formerly?.at('prefix') ?? formerly)];
  return prefixesOf(outer).flatMap((before) =>
    all.map(({ name, at = before.at }) => ({ name: before.name + name + number, at })),
  );
}

function formerValues(placed: PlacedQuestion): readonly FormerValue[] {
  const { key, name, property, walk } = placed;
  return [...(property.at('formerly')?.members() ?? [])].flatMap(([former, values]) => {
    const keys = prefixesOf(walk.scope).map((prefix) => prefix.name + former);
    return (former === name ? [key] : keys).flatMap((one) =>
      [...values.members()].map(([from, at]) => ({
        at,
        key: one,
        placed,
        from,
        to: at.text() ?? at.number() ?? at.flag(),
      })),
    );
  });
}
