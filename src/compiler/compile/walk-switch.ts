import type { Condition, LayoutNode, SwitchNode } from '#form/definition/definition.ts';
import type { Cursor } from '../source/cursor.ts';
import { conjunction, negate } from './negate.ts';
import { type PageWalk, withCondition } from './page-walk.ts';
import { resolveCondition } from './resolve-condition.ts';
import { type Branching, rememberClearing, shown, takeId } from './walk-node.ts';

/** A switch: each case shows while it is true and none before it is; what does not show is cleared. */
export function walkSwitch(node: Cursor, walk: PageWalk, { hiding, walkNodes }: Branching): LayoutNode {
  const earlier: Condition[] = [];
  const id = takeId(node, walk);
  const cases: SwitchNode['cases'] = (node.at('cases')?.items() ?? []).map((one) => {
    const when = one.at('when');
    const own = when && resolveCondition(when, walk.scope, walk.context);
    const visibleWhen = conjunction([...earlier.map(negate), ...(own ? [own] : [])]);
    if (own) earlier.push(own);
    const before = walk.parts.placed.length;
    const children = walkNodes(one.at('children')?.items() ?? [], withCondition(walk, visibleWhen));
    rememberClearing({ walk, condition: visibleWhen, before });
    return { ...(visibleWhen ? { visibleWhen } : {}), children };
  });
  return { kind: 'switch', id, cases, ...shown(hiding) };
}
