import type { FormElement } from './elements.ts';
import type { ChangeText } from './change.ts';
import { movedItems } from './pairs.ts';
import { joinWords } from './sentence-words.ts';

/** An element in both versions. */
export type ElementPair = { readonly before: FormElement; readonly after: FormElement };

type Moved = { readonly pair: ElementPair; readonly change: ChangeText };

/** Describes moves: to another section or page, or within the order. */
export function orderChanges(
  old: readonly FormElement[],
  current: readonly FormElement[],
  pairs: readonly ElementPair[],
): readonly Moved[] {
  const elsewhere = pairs.filter(({ before, after }) => containerOf(before) !== containerOf(after));
  const gone = new Set(elsewhere.map(({ after }) => after.id));
  const groups = Map.groupBy(
    pairs.filter(({ after }) => !gone.has(after.id)),
    ({ after }) => containerOf(after),
  );
  return [
    ...elsewhere.map((pair) => ({ pair, change: movedFrom(pair) })),
    ...[...groups.values()].flatMap((group) => reordered(group, old, current)),
  ];
}

/** Returns the innermost page, section, tab or instance that contains an element. */
function containerOf({ part, within }: FormElement): string {
  return JSON.stringify([part.page, ...within]);
}

function movedFrom({ before, after }: ElementPair): ChangeText {
  const own = after.kind === 'section' ? before.heading.slice(0, -1) : before.heading;
  return { kind: 'moved', predicate: `{has} moved here from ${own.join(' › ')}.` };
}

function reordered(
  group: readonly ElementPair[],
  old: readonly FormElement[],
  current: readonly FormElement[],
): readonly Moved[] {
  const byId = new Map(group.map((pair) => [pair.after.id, pair]));
  const before = new Map(group.map((pair) => [pair.before.id, pair.after.id]));
  const ids = {
    before: old.flatMap(({ id }) => before.get(id) ?? []),
    after: current.flatMap(({ id }) => (byId.has(id) ? [id] : [])),
  };
  return movedItems(ids.before, ids.after).flatMap((id) => {
    const pair = byId.get(id);
    const previous = byId.get(ids.after[ids.after.indexOf(id) - 1] ?? '');
    const place = previous ? `after ${previous.after.subject}` : 'first';
    return pair ? [{ pair, change: { kind: 'moved' as const, predicate: `now come{s} ${place}.` } }] : [];
  });
}

function columns(width: number): string {
  return String(Math.round(width * 10) / 10);
}

/** Describes a changed row layout, ignoring questions added to or removed from the row. */
export function rowChanges(
  { before, after }: ElementPair,
  common: ReadonlyMap<string, FormElement>,
): readonly ChangeText[] {
  const [old, current] = [before, after].map(({ row, id }) => row.mates.filter((mate) => mate !== id));
  const isSame = old?.join() === current?.join();
  const shared = [old, current].map((mates = []) => mates.filter((mate) => common.has(mate)).join());
  if (!isSame && shared[0] === shared[1]) return [];
  if (isSame && before.row.width === after.row.width) return [];
  const mates = (current ?? []).map((mate) => common.get(mate)?.subject ?? mate);
  const line =
    mates.length === 0 ? 'now {has} a line of {its} own.' : `now share{s} a line with ${joinWords(mates)}.`;
  const width = `now take{s} ${columns(after.row.width)} of 12 columns (before: ${columns(before.row.width)}).`;
  return [{ kind: 'look', predicate: isSame ? width : line }];
}
