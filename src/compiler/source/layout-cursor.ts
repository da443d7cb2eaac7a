import { MAX_REPEATS } from '#form/definition/soundness.ts';
import type { Cursor } from './cursor.ts';

/** The kinds of layout node that bring a block. */
export const BLOCK_KINDS: ReadonlySet<string | undefined> = new Set(['block', 'addAnother']);

export function kindOf(node: Cursor): string | undefined {
  return node.at('kind')?.text();
}

/** The key that a node asks: the text itself, or `question` of a node that says more of it. */
export function askedBy(node: Cursor): string | undefined {
  return node.text() ?? node.at('question')?.text();
}

/** True when the form of a partner has a node: one without `partners` is in every form. */
export function isSeenBy(partner: string | undefined, node: Cursor): boolean {
  const partners = node.at('partners');
  return partner === undefined || !partners || partners.texts().includes(partner);
}

/** What is directly inside a node: its children, and those of its cases and tabs. */
function childNodes(node: Cursor): readonly Cursor[] {
  const branches = [...node.list('cases'), ...node.list('tabs')];
  return [node, ...branches].flatMap((holder) => holder.list('children'));
}

/** Every node of a UI file for a partner (none: all partners); blocks are not entered. */
export function* layoutNodes(ui: Cursor, partner: string | undefined): Generator<Cursor> {
  const waiting = [...ui.list('ui:layout')];
  for (let node = waiting.shift(); node !== undefined; node = waiting.shift()) {
    if (!isSeenBy(partner, node)) continue;
    yield node;
    waiting.unshift(...childNodes(node));
  }
}

/** The blocks that a UI file's own layout places, for any partner. */
export function blocksPlaced(ui: Cursor): readonly string[] {
  const nodes = [...layoutNodes(ui, undefined)].filter((node) => BLOCK_KINDS.has(kindOf(node)));
  return nodes.flatMap((node) => node.at('block')?.text() ?? []);
}

/** How often an add-another may show its block: within 1 and ten, whatever the file says. */
export function repeatsOf(node: Cursor): number {
  return Math.min(Math.max(1, Math.trunc(node.at('max')?.number() ?? 1)), MAX_REPEATS);
}

/** True for an add-another that shows no instance before the student adds one. */
export function mayBeEmpty(node: Cursor): boolean {
  return node.at('min')?.number() === 0;
}

/** Prefix of an instance: `sibling_`, then `sibling_2_`, `sibling_3_`, … (docs/behavior.md 3.9). */
export function instancePrefix(prefix: string, instance: number): string {
  return instance === 1 ? prefix : `${prefix}${instance}_`;
}

/** The keys that a UI file's own layout asks of a partner (without one: of any), the parts of widgets with them. */
export function placedNames(ui: Cursor, partner: string | undefined): ReadonlySet<string> {
  const names = [...layoutNodes(ui, partner)].flatMap((node) => askedBy(node) ?? []);
  const parts = names.flatMap((name) => ui.at(name)?.at('ui:parts')?.texts() ?? []);
  return new Set([...names, ...parts]);
}
