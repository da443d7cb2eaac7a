import type { ClearingRule, Condition, LayoutNode } from '#form/definition/definition.ts';
import { type LayoutStep, layoutSteps, ownCondition } from '#form/definition/walk-layout.ts';
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
  const steps = layoutSteps({ layout });
  const around = new Map<string, readonly Condition[]>();
  for (const { node, path } of steps) {
    if (node.kind === 'question')
      around.set(
        node.key,
        path.flatMap((step) => clearingCondition(step) ?? []),
      );
  }
  const clearing = steps.flatMap((step): readonly ClearingRule[] => {
    const condition = clearingCondition(step);
    const listed = step.branch ? undefined : clears.get(step.node);
    const inside = steps.filter((each) => each === step || each.path.includes(step));
    const keys =
      listed ??
      inside.flatMap(({ node }) =>
        node.kind === 'question' ? [node.key, ...(parts.get(node.key) ?? [])] : [],
      );
    return condition && keys.length > 0 ? [{ when: negateCondition(condition), keys }] : [];
  });
  return { around, clearing };
}

/**
 * Returns the condition of a step, except that a confirmation is open.
 *
 * Only the page knows what is open: the server asks for what a closed confirmation holds, and clears none of it.
 */
function clearingCondition(step: LayoutStep): Condition | undefined {
  return step.node.kind === 'confirm' && step.branch ? undefined : ownCondition(step);
}
