/**
 * Maps widget names to components.
 * A new widget is one file in a folder next to this one, exporting the component under the file's name, and one entry
 * in `registry.json`: its `component`, description, answer types, `ui:` options, and label position. The meta-schema of
 * UI files is generated from that entry, so staff can use exactly what the screen can render.
 */
import registry from './registry.json' with { type: 'json' };
import type { LabelPlace, RegisteredWidget, Widget } from './widget.ts';
import './widgets.css';

const LABEL_PLACES: readonly LabelPlace[] = ['above', 'group', 'inline'];

// Vite finds the files and cannot type their exports. The loop below rejects entries without a component.
const files = import.meta.glob<Readonly<Record<string, Widget>>>('./*/*.tsx', { eager: true });

const modules = new Map(Object.entries(files).map(([path, module]) => [path.split('/').at(-1), module]));

const { common: _common, ...entries } = registry;

/** Registered widgets by name (`ui:widget`). */
export const widgets: ReadonlyMap<string, RegisteredWidget> = new Map(
  Object.entries(entries).map(([name, entry]) => [name, registeredWidget(name, entry)]),
);

/** @throws Error if the registry lacks the widget */
export function widgetNamed(name: string): RegisteredWidget {
  const widget = widgets.get(name);
  if (widget) return widget;
  throw new Error(
    `There is no widget "${name}"; src/client/widgets/registry.json knows ${[...widgets.keys()].join(', ')}. Add it there, or generate the definition again.`,
  );
}

function registeredWidget(name: string, entry: { component: string; label: string }): RegisteredWidget {
  const component = modules.get(`${entry.component}.tsx`)?.[entry.component];
  const label = LABEL_PLACES.find((place) => place === entry.label);
  if (component && label) return { component, label };
  throw new Error(
    `src/client/widgets/registry.json, "${name}": expected a component exported by ${entry.component}.tsx and a label of ${LABEL_PLACES.join(', ')}; found label "${entry.label}".`,
  );
}
