import type { ClearingRule, Condition, LayoutNode } from '#form/definition/definition.ts';
import { type LayoutStep, layoutSteps, ownCondition } from '#form/definition/layout-steps.ts';
import { negateCondition } from './negate.ts';

export type LayoutConditions = {
  /** Question key → conditions of the nodes around it, outermost first. */
  readonly around: ReadonlyMap<string, readonly Condition[]>;
  readonly clearing: readonly ClearingRule[];
};

/** Keys that nodes clear, and additional keys that widgets write. */
export type LayoutKeys = {
  readonly clears: ReadonlyMap<LayoutNode, readonly string[]>;
  readonly parts: ReadonlyMap<string, readonly string[]>;
};

/** Derives from a layout when each question is visible and when it is cleared. */
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
 * Returns the condition of a step, without confirmations.
 *
 * Only the page knows which confirmations are open: the server requires their contents and clears none.
 */
function clearingCondition(step: LayoutStep): Condition | undefined {
  return step.node.kind === 'confirm' && step.branch ? undefined : ownCondition(step);
}
