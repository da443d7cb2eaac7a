import { readFileSync } from 'node:fs';
import type { Constraints, Question } from '#form/definition/definition.ts';

/** JSON Schema of an option's value. */
type OptionSchema = Readonly<Record<string, unknown>>;

export type Widget = {
  readonly description: string;
  readonly types: readonly string[];
  /** Option name without `ui:` → JSON Schema of its value. */
  readonly options: Readonly<Record<string, OptionSchema>>;
  /** Default constraints of its answers (docs/behavior.md 5.3). */
  readonly constraints?: Pick<Constraints, 'maxLength' | 'pattern'>;
  /** Format of its answer in summaries; default: by answer type. */
  readonly summaryFormat?: NonNullable<Question['summaryFormat']>;
  /** True for multiline answers, which are tedious to retype. */
  readonly multiline?: boolean;
  /** True if its parts precede its own answer in comparisons: a year before its month. */
  readonly partsFirst?: boolean;
  /** True if it requires an option list. */
  readonly needsOptions?: boolean;
  /** True if it can become a text field (`otherwise`). */
  readonly takesOtherwise?: boolean;
  readonly requires?: readonly string[];
};

export type WidgetRegistry = {
  readonly common: Readonly<Record<string, OptionSchema>>;
  readonly widgets: ReadonlyMap<string, Widget>;
};

/** Reads the widget registry; the entry `common` holds the options of every widget. */
export function readWidgetRegistry(file: string): WidgetRegistry {
  // Checked by the client's own tests, so its shape is assumed.
  const entries: Readonly<Record<string, Widget>> = JSON.parse(readFileSync(file, 'utf8'));
  const { common, ...widgets } = entries;
  return { common: common?.options ?? {}, widgets: new Map(Object.entries(widgets)) };
}

/** Returns the options of a widget: its own and the common ones. */
export function optionsOfWidget(
  registry: WidgetRegistry,
  widget: Widget,
): Readonly<Record<string, OptionSchema>> {
  return { ...registry.common, ...widget.options };
}

/** Returns the default widget for an answer type. */
export function defaultWidget(type: string, hasOptions: boolean, format: string | undefined): string {
  if (type === 'array') return 'checkboxes';
  if (type === 'boolean') return 'checkbox';
  if (hasOptions) return 'dropdown';
  return format === 'date' ? 'date' : 'text';
}
