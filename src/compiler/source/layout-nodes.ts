import { MAX_REPEATS } from '#form/definition/soundness.ts';
import type { Cursor } from './cursor.ts';

/** Kinds of layout node that place a block. */
export const BLOCK_KINDS: ReadonlySet<string | undefined> = new Set(['block', 'addAnother']);

export function kindOf(node: Cursor): string | undefined {
  return node.at('kind')?.text();
}

/** Returns the question key of a node: the text itself, or its `question`. */
export function questionKeyOf(node: Cursor): string | undefined {
  return node.text() ?? node.at('question')?.text();
}

/** Whether a partner's form has the node: one without `partners` is in every form. */
export function isVisibleTo(partner: string | undefined, node: Cursor): boolean {
  const partners = node.at('partners');
  return partner === undefined || !partners || partners.texts().includes(partner);
}

/** Returns the direct children of a node, including those of cases and tabs. */
function childNodes(node: Cursor): readonly Cursor[] {
  const branches = [...node.list('cases'), ...node.list('tabs')];
  return [node, ...branches].flatMap((holder) => holder.list('children'));
}

/** Yields every node of a UI file for a partner (undefined: all); does not enter blocks. */
export function* layoutNodes(ui: Cursor, partner: string | undefined): Generator<Cursor> {
  const waiting = [...ui.list('ui:layout')];
  for (let node = waiting.shift(); node !== undefined; node = waiting.shift()) {
    if (!isVisibleTo(partner, node)) continue;
    yield node;
    waiting.unshift(...childNodes(node));
  }
}

/** Returns the blocks placed by a UI file's own layout, for any partner. */
export function blocksPlaced(ui: Cursor): readonly string[] {
  const nodes = [...layoutNodes(ui, undefined)].filter((node) => BLOCK_KINDS.has(kindOf(node)));
  return nodes.flatMap((node) => node.at('block')?.text() ?? []);
}

/** Returns the maximum number of instances, clamped to the allowed range. */
export function repeatsOf(node: Cursor): number {
  return Math.min(Math.max(1, Math.trunc(node.at('max')?.number() ?? 1)), MAX_REPEATS);
}

/** Returns the number of instances that always exist. */
export function fewestOf(node: Cursor): number {
  return node.at('min')?.number() ?? 1;
}

/** Prefix of an instance: `sibling_`, then `sibling_2_`, `sibling_3_`, … (docs/behavior.md 3.9). */
export function instancePrefix(prefix: string, instance: number): string {
  return instance === 1 ? prefix : `${prefix}${instance}_`;
}

/** Returns the keys placed by a UI file's own layout for a partner (undefined: any), with widget parts. */
export function placedNames(ui: Cursor, partner: string | undefined): ReadonlySet<string> {
  const names = [...layoutNodes(ui, partner)].flatMap((node) => questionKeyOf(node) ?? []);
  const parts = names.flatMap((name) => ui.at(name)?.at('ui:parts')?.texts() ?? []);
  return new Set([...names, ...parts]);
}
