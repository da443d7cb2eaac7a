import type { AddAnotherNode, Condition, LayoutNode, PageDefinition, SectionNode } from './definition.ts';
import { memoizeByObject } from './memoize-by-object.ts';

/** Nodes inside a node that show together. */
type Branch = {
  readonly children: readonly LayoutNode[];
  /** When they show, as far as the node itself does: the case is true, the tab chosen, the confirmation open. */
  readonly condition?: Condition | undefined;
  /** What students read above them. */
  readonly heading?: string | undefined;
  /** Set where a node has several: the case, tab or instance, and its place among them. */
  readonly part?: object;
  readonly index: number;
};

/** The instance of a repeatable group that a node is in, counted from 1. */
type LayoutInstance = AddAnotherNode['instances'][number] & {
  readonly group: string;
  readonly number: number;
};

/** A node of a layout, or one branch of it, with all that is around it. */
export type LayoutStep = {
  readonly node: LayoutNode;
  /** Set for a case, a tab, an instance or what a confirmation holds; the step of the node itself comes before. */
  readonly branch?: Branch;
  /** The steps around it, from the outside in. */
  readonly path: readonly LayoutStep[];
  /** The conditions around it, from the outside in; its own is left out. */
  readonly conditions: readonly Condition[];
  /** Titles of the sections, tabs and instances around it, from the outside in. */
  readonly heading: readonly string[];
  readonly instance?: LayoutInstance | undefined;
};

/** Returns what is inside a node, whichever way its kind holds it. */
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

/** Returns the condition of a step itself, next to those around it. */
export function ownCondition({ node, branch }: Pick<LayoutStep, 'node' | 'branch'>): Condition | undefined {
  return branch ? branch.condition : node.visibleWhen;
}

type Surroundings = Omit<LayoutStep, 'node' | 'branch'>;

/** Lists every node of a page and its branches, each before what it holds. */
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

/** A section with a heading, which an address can name. */
export type TitledSection = SectionNode & { readonly title: string };

export function isTitledSection(node: {
  readonly kind: string;
  readonly title?: unknown;
}): node is TitledSection {
  return node.kind === 'section' && node.title !== undefined;
}

/** Returns the anchor of a section, `/about#phones`: its id in lower case with hyphens, unique on its page. */
export function sectionAnchor({ id }: Pick<SectionNode, 'id'>): string {
  return id.replaceAll('_', '-').toLowerCase();
}
