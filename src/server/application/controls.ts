import type { FormDefinition, LayoutNode } from '#form/definition/definition.ts';

/** What a student may set in a definition beside answers: tab group → its tabs, add-another → its maximum. */
export type Controls = {
  readonly tabGroups: ReadonlyMap<string, ReadonlySet<string>>;
  readonly buttons: ReadonlyMap<string, number>;
};

/** Collects the tab groups and add-another buttons of all pages, however deep they stand. */
export function controlsOf(definition: FormDefinition): Controls {
  const tabGroups = new Map<string, ReadonlySet<string>>();
  const buttons = new Map<string, number>();
  const visit = (node: LayoutNode): void => {
    if (node.kind === 'tabs') tabGroups.set(node.id, new Set(node.tabs.map((tab) => tab.id)));
    if (node.kind === 'addAnother') buttons.set(node.id, node.max);
    childrenOf(node).forEach(visit);
  };
  definition.pages.flatMap((page) => page.layout).forEach(visit);
  return { tabGroups, buttons };
}

function childrenOf(node: LayoutNode): readonly LayoutNode[] {
  switch (node.kind) {
    case 'question':
    case 'text':
      return [];
    case 'switch':
      return node.cases.flatMap((one) => one.children);
    case 'tabs':
      return node.tabs.flatMap((tab) => tab.children);
    case 'addAnother':
      return node.instances.flatMap((instance) => instance.children);
    default:
      return node.children;
  }
}
