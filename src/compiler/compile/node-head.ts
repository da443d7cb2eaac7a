import type { Condition } from '#form/definition/definition.ts';
import type { Cursor } from '../source/cursor.ts';
import { negateCondition } from './negate.ts';
import type { PageWalk } from './page-walk.ts';
import { resolveCondition } from './resolve-condition.ts';
import { resolveName } from './scope.ts';

/** Members common to all nodes: ID, condition, and keys cleared while hidden. */
export type NodeHead = {
  /** With the prefix of the block. */
  readonly id: string;
  /** Own condition, without those of ancestors. */
  readonly condition: Condition | undefined;
  /** Absent if the node lists none and clears its contents. */
  readonly clears: readonly string[] | undefined;
};

export function readHead(node: Cursor, walk: PageWalk): NodeHead {
  return { id: registerNodeId(node, walk), condition: conditionOf(node, walk), clears: clearsOf(node, walk) };
}

/** Returns the condition of `showWhen` or `hideWhen`; both together are reported by another rule. */
export function conditionOf(
  node: Cursor,
  { scope, context }: Pick<PageWalk, 'scope' | 'context'>,
): Condition | undefined {
  const show = node.at('showWhen');
  const written = show ?? node.at('hideWhen');
  const resolved = written && resolveCondition(written, scope, context);
  const condition = resolved && (show ? resolved : negateCondition(resolved));
  if (condition) context.origins.set(condition, written);
  return condition;
}

export function shownWhen(condition: Condition | undefined): { readonly visibleWhen?: Condition } {
  return condition ? { visibleWhen: condition } : {};
}

function clearsOf(node: Cursor, { scope, context }: PageWalk): readonly string[] | undefined {
  const found = node
    .at('clears')
    ?.items()
    .flatMap(
      (item) =>
        resolveName(item, scope, context.report, {
          code: 'unknown-key',
          found: `"${item.text() ?? ''}" among the keys to clear`,
          expected: 'the key of a question of the form',
          otherwise: 'Remove it from "clears".',
        }) ?? [],
    );
  return found?.map(({ key }) => key);
}

/** Returns the final ID of a node; reports a duplicate in the form. */
function registerNodeId(node: Cursor, walk: PageWalk): string {
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
