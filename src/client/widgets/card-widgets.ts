import type { Question } from '#form/definition/definition.ts';
import { Password } from './text/Password.tsx';
import { Text } from './text/Text.tsx';
import type { FindWidget, RegisteredWidget } from './widget.ts';
import './widgets.css';

/** What the log-in cards ask with. They are the first thing that a phone loads, so they come without the rest. */
const LIGHT_WIDGETS: ReadonlyMap<string, RegisteredWidget> = new Map([
  ['text', { component: Text, label: 'above' }],
  ['password', { component: Password, label: 'above' }],
]);

/** Finds the widgets of these questions. Where one is none of the light ones the whole registry is loaded. */
export async function loadCardWidgets(questions: readonly Question[]): Promise<FindWidget> {
  const all = questions.every(({ widget }) => LIGHT_WIDGETS.has(widget))
    ? undefined
    : await import('./registry.ts');
  return all?.widgetNamed ?? lightWidget;
}

/** @throws Error when the cards were not loaded */
function lightWidget(name: string): RegisteredWidget {
  const widget = LIGHT_WIDGETS.get(name);
  if (widget) return widget;
  throw new Error(`A log-in card uses the widget "${name}", which was not loaded with its questions.`);
}
