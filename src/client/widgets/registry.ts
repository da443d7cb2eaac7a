/**
 * Which component renders a widget. A new widget is one file in a folder next to this file, which exports the component
 * under the file's name, and one entry in `registry.json`: its `component`, a description, the answer types and the
 * `ui:` options it takes, and the place of the label. The meta-schema of the UI files is generated from the
 * same entry, so that what staff may write is what the screen can render. Nothing is registered a second time.
 */
import registry from './registry.json' with { type: 'json' };
import type { LabelPlace, RegisteredWidget, Widget } from './widget.ts';
import './widgets.css';

const LABEL_PLACES: readonly LabelPlace[] = ['above', 'group', 'inline'];

// A named border: the files are found by the bundler, which cannot know what each exports. The loop below
// refuses an entry without its component.
const files = import.meta.glob<Readonly<Record<string, Widget>>>('./*/*.tsx', { eager: true });

const modules = new Map(Object.entries(files).map(([path, module]) => [path.split('/').at(-1), module]));

const { common: _common, ...entries } = registry;

/** Widget name (`ui:widget`) → its component. */
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
