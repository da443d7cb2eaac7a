import type { Condition, LayoutNode } from '#form/definition/definition.ts';
import type { Cursor } from '../source/cursor.ts';
import { tabIds } from '../source/names.ts';
import { listed, meantCure } from '../source/nearest.ts';
import { type PageWalk, withCondition } from './page-walk.ts';
import { type Branching, rememberClearing, shown, takeId } from './walk-node.ts';

/** A tab group: what is in a tab shows, and keeps its answers, only while that tab is chosen. */
export function walkTabs(node: Cursor, walk: PageWalk, { hiding, walkNodes }: Branching): LayoutNode {
  const id = takeId(node, walk);
  walk.taken.named.set(id, node.at('id') ?? node);
  checkDefaultTab(node, walk);
  const tabs = (node.at('tabs')?.items() ?? []).map((tab) => {
    const tabId = tab.at('id')?.text() ?? '';
    const chosen: Condition = { valueKey: id, operator: 'equals', target: tabId };
    const before = walk.parts.placed.length;
    const children = walkNodes(tab.at('children')?.items() ?? [], withCondition(walk, chosen));
    rememberClearing({ walk, condition: chosen, before });
    return { id: tabId, title: tab.at('title')?.text() ?? '', children };
  });
  const label = node.at('label')?.text() ?? '';
  const defaultTab = node.at('defaultTab')?.text() ?? '';
  return { kind: 'tabs', id, label, defaultTab, tabs, ...shown(hiding) };
}

function checkDefaultTab(node: Cursor, walk: PageWalk): void {
  const tab = node.at('defaultTab');
  const ids = tabIds(node);
  const name = tab?.text();
  if (!tab || name === undefined || ids.includes(name)) return;
  walk.context.report(tab, {
    code: 'unknown-tab',
    found: `"${name}" as the tab that is open at first`,
    expected: `the id of one of its tabs: ${listed(ids)}`,
    cure: meantCure(name, ids, 'Name one of the tabs.'),
  });
}
