import type { Cursor } from './cursor.ts';
import { layoutNodes } from './layout-cursor.ts';

/** The keys that a UI file's own layout asks of a partner (without one: of any), the parts of widgets with them. */
export function placedNames(ui: Cursor, partner: string | undefined): ReadonlySet<string> {
  const names = [...layoutNodes(ui, partner)].flatMap((node) => node.text() ?? []);
  const parts = names.flatMap((name) => ui.at(name)?.at('ui:parts')?.texts() ?? []);
  return new Set([...names, ...parts]);
}
