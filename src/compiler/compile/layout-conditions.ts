import type { ClearingRule, Condition, LayoutNode } from '#form/definition/definition.ts';
import { branchesOf } from '#form/definition/walk-layout.ts';
import { negateCondition } from './negate.ts';

export type LayoutConditions = {
  /** Key of a question in the layout → what the nodes around it demand, from the outside in. */
  readonly around: ReadonlyMap<string, readonly Condition[]>;
  readonly clearing: readonly ClearingRule[];
};

/** The keys that nodes list to clear, and those that widgets write in addition to their own. */
export type LayoutKeys = {
  readonly clears: ReadonlyMap<LayoutNode, readonly string[]>;
  readonly parts: ReadonlyMap<string, readonly string[]>;
};

/** What the conditions of a compiled layout mean for the questions in it: when they show and when they are cleared. */
export function layoutConditions(
  layout: readonly LayoutNode[],
  { clears, parts }: LayoutKeys,
): LayoutConditions {
  const around = new Map<string, readonly Condition[]>();
  const clearing: ClearingRule[] = [];
  const clear = (condition: Condition | undefined, keys: readonly string[]): void => {
    if (condition && keys.length > 0) clearing.push({ when: negateCondition(condition), keys });
  };
  const keysIn = (nodes: readonly LayoutNode[], demanded: readonly Condition[]): readonly string[] =>
    nodes.flatMap((node) => {
      if (node.kind === 'question') around.set(node.key, demanded);
      const shown = withCondition(demanded, node.visibleWhen);
      const own = node.kind === 'question' ? [node.key, ...(parts.get(node.key) ?? [])] : [];
      const inside = branchesOf(node).flatMap(({ condition: chosen, children }) => {
        // Only the page knows what is open: the server asks for what a closed confirmation holds, and clears none of it.
        const condition = node.kind === 'confirm' ? undefined : chosen;
        const keys = keysIn(children, withCondition(shown, condition));
        clear(condition, keys);
        return keys;
      });
      clear(node.visibleWhen, clears.get(node) ?? [...own, ...inside]);
      return [...own, ...inside];
    });
  keysIn(layout, []);
  return { around, clearing };
}

function withCondition(
  conditions: readonly Condition[],
  condition: Condition | undefined,
): readonly Condition[] {
  return condition ? [...conditions, condition] : conditions;
}
