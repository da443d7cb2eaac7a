import type { FormDefinition } from '#form/definition/definition.ts';
import { allNodes } from '#form/definition/form-part.ts';

/** What a student may set in a definition beside answers: tab group → its tabs, add-another → its maximum. */
export type Controls = {
  readonly tabGroups: ReadonlyMap<string, ReadonlySet<string>>;
  readonly buttons: ReadonlyMap<string, number>;
};

/** Collects the tab groups and add-another buttons of all pages, at any depth. */
export function controlsOf(definition: FormDefinition): Controls {
  const nodes = definition.pages.flatMap((page) => allNodes(page.layout));
  const tabGroups = nodes.filter((node) => node.kind === 'tabs');
  const buttons = nodes.filter((node) => node.kind === 'addAnother');
  return {
    tabGroups: new Map(tabGroups.map(({ id, tabs }) => [id, new Set(tabs.map((tab) => tab.id))])),
    buttons: new Map(buttons.map(({ id, max }) => [id, max])),
  };
}
