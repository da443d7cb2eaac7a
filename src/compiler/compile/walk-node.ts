import type { Condition, LayoutNode } from '#form/definition/definition.ts';
import type { Cursor } from '../source/cursor.ts';
import { meantCure } from '../source/nearest.ts';
import { negate } from './negate.ts';
import type { PageWalk } from './page-walk.ts';
import { resolveCondition } from './resolve-condition.ts';
import { findName, isElsewhere, namesInScope } from './scope.ts';

/** The node's own condition, ancestors left out. */
export type Hiding = { readonly condition: Condition | undefined };

type WalkNodes = (nodes: readonly Cursor[], walk: PageWalk) => readonly LayoutNode[];

/** What the kinds with branches need: each walks the nodes within it. */
export type Branching = { readonly hiding: Hiding; readonly walkNodes: WalkNodes };

export function shown({ condition }: Hiding): { readonly visibleWhen?: Condition } {
  return condition ? { visibleWhen: condition } : {};
}

/** When a node with `hideWhen` shows: the opposite of what hides it. */
export function ownCondition(node: Cursor, walk: PageWalk): Condition | undefined {
  const hide = node.at('hideWhen');
  const resolved = hide && resolveCondition(hide, walk.scope, walk.context);
  return resolved && negate(resolved);
}

/** The keys a node lists under `clears`; absent when it lists none and clears what is inside. */
export function clearsOf(node: Cursor, walk: PageWalk): readonly string[] | undefined {
  return node
    .at('clears')
    ?.items()
    .flatMap((item) => {
      const name = item.text() ?? '';
      const found = findName(walk.scope, name);
      if (found) return [found.key];
      if (isElsewhere(walk.scope, name)) return [];
      const names = namesInScope(walk.scope);
      walk.context.report(item, {
        code: 'unknown-key',
        found: `"${name}" among the keys to clear`,
        expected: 'the key of a question of the form',
        cure: meantCure(name, names, 'Remove it from "clears".'),
      });
      return [];
    });
}

/** Notes that the questions placed since `before` are cleared while a condition does not hold. */
export function rememberClearing(hidden: {
  walk: PageWalk;
  condition: Condition | undefined;
  before: number;
  clears?: readonly string[] | undefined;
}): void {
  const { placed, clearing } = hidden.walk.parts;
  const keys = hidden.clears ?? placed.slice(hidden.before).map(({ key }) => key);
  if (hidden.condition && keys.length > 0) clearing.push({ when: negate(hidden.condition), keys });
}

/** The final id of a node; reported when something else in the form already has it. */
export function takeId(node: Cursor, walk: PageWalk): string {
  const own = node.at('id');
  const id = walk.scope.prefix + (own?.text() ?? '');
  const other = walk.taken.ids.get(id);
  if (own && other) {
    walk.context.report(own, {
      code: 'duplicate-id',
      found: `the id "${id}" a second time; the first is at ${other.place.file}:${other.place.line}`,
      expected: 'every id once in the whole form',
      cure: 'Give one of the two another id.',
    });
  }
  if (own) walk.taken.ids.set(id, own);
  return id;
}
