import type { AddAnotherNode, Condition, LayoutNode, PageDefinition, SectionNode } from './definition.ts';
import { memoizeByObject } from './memoize-by-object.ts';

/** Nodes inside a node that are visible together. */
type Branch = {
  readonly children: readonly LayoutNode[];
  /** Condition within the node: case true, tab chosen, or confirmation open. */
  readonly condition?: Condition | undefined;
  /** Heading above them. */
  readonly heading?: string | undefined;
  /** Set if a node has several: the case, tab or instance, and its index. */
  readonly part?: object;
  readonly index: number;
};

/** An instance of an add-another, counted from 1. */
type LayoutInstance = AddAnotherNode['instances'][number] & {
  readonly group: string;
  readonly number: number;
};

/** A node of a layout, or one of its branches, with its ancestors. */
export type LayoutStep = {
  readonly node: LayoutNode;
  /** Set for a case, tab, instance or confirmation contents; the step of the node itself comes first. */
  readonly branch?: Branch;
  /** Enclosing steps, outermost first. */
  readonly path: readonly LayoutStep[];
  /** Conditions of ancestors, outermost first, without its own. */
  readonly conditions: readonly Condition[];
  /** Titles of the enclosing sections, tabs and instances, outermost first. */
  readonly heading: readonly string[];
  readonly instance?: LayoutInstance | undefined;
};

/** Returns the contents of a node of any kind. */
export function branchesOf(node: LayoutNode): readonly Branch[] {
  switch (node.kind) {
    case 'question':
    case 'text':
      return [];
    case 'switch':
      return node.cases.map((part, index) => ({
        children: part.children,
        condition: part.visibleWhen,
        part,
        index,
      }));
    case 'tabs':
      return node.tabs.map((part, index) => ({
        children: part.children,
        condition: { valueKey: node.id, operator: 'equals', target: part.id },
        heading: part.title,
        part,
        index,
      }));
    case 'addAnother':
      return node.instances.map((part, index) => ({
        children: part.children,
        heading: part.title,
        part,
        index,
      }));
    case 'confirm': {
      const condition: Condition = { valueKey: node.id, operator: 'equals', target: true };
      return [{ children: node.children, condition, index: 0 }];
    }
    case 'section':
      return [{ children: node.children, heading: node.title, index: 0 }];
    default:
      return [{ children: node.children, index: 0 }];
  }
}

/** Returns the own condition of a step. */
export function ownCondition({ node, branch }: Pick<LayoutStep, 'node' | 'branch'>): Condition | undefined {
  return branch ? branch.condition : node.visibleWhen;
}

type Surroundings = Omit<LayoutStep, 'node' | 'branch'>;

/** Lists every node of a page and its branches, parents first. */
export const layoutSteps = memoizeByObject((page: Pick<PageDefinition, 'layout'>): readonly LayoutStep[] =>
  stepsIn(page.layout, { path: [], conditions: [], heading: [] }),
);

function stepsIn(layout: readonly LayoutNode[], around: Surroundings): readonly LayoutStep[] {
  return layout.flatMap((node) => {
    const step: LayoutStep = { ...around, node };
    const shown = within(around, step);
    return [step, ...branchesOf(node).flatMap((branch) => branchSteps(node, branch, shown))];
  });
}

function branchSteps(node: LayoutNode, branch: Branch, shown: Surroundings): readonly LayoutStep[] {
  const { children, condition, heading, part, index } = branch;
  const step: LayoutStep = { ...shown, node, branch };
  const isStep = part !== undefined || condition !== undefined;
  const inside = isStep ? within(shown, step) : shown;
  const one = node.kind === 'addAnother' ? node.instances[index] : undefined;
  const instance = one && node.kind === 'addAnother' && { ...one, group: node.id, number: index + 1 };
  const below = stepsIn(children, {
    ...inside,
    ...(heading !== undefined && { heading: [...inside.heading, heading] }),
    ...(instance && { instance }),
  });
  return isStep ? [step, ...below] : below;
}

function within(around: Surroundings, step: LayoutStep): Surroundings {
  const own = ownCondition(step);
  return {
    ...around,
    path: [...around.path, step],
    conditions: own ? [...around.conditions, own] : around.conditions,
  };
}

/** A section with a heading and an anchor. */
export type TitledSection = SectionNode & { readonly title: string };

export function isTitledSection(node: {
  readonly kind: string;
  readonly title?: unknown;
}): node is TitledSection {
  return node.kind === 'section' && node.title !== undefined;
}

/** Returns the anchor of a section, `/about#phones`: its ID in lowercase with hyphens, unique on its page. */
export function sectionAnchor({ id }: Pick<SectionNode, 'id'>): string {
  return id.replaceAll('_', '-').toLowerCase();
}
