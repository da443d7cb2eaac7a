import { readFileSync } from 'node:fs';
import type { Constraints, SummaryFormat } from '#form/definition/definition.ts';

/** JSON Schema of one option's value. */
type OptionSchema = Readonly<Record<string, unknown>>;

export type Widget = {
  readonly description: string;
  /** The types of answer it can ask for. */
  readonly types: readonly string[];
  /** Option name without `ui:` → JSON Schema of its value. */
  readonly options: Readonly<Record<string, OptionSchema>>;
  /** What every answer given with it keeps to, where its question says nothing else (docs/behavior.md 5.3). */
  readonly constraints?: Pick<Constraints, 'maxLength' | 'pattern'>;
  /** How its answer reads where it is shown and not asked; absent: by the type of the answer. */
  readonly summaryFormat?: SummaryFormat;
  /** True for one whose answers are several lines, which nobody writes a second time in a moment. */
  readonly multiline?: boolean;
  /** True for one whose parts count more than its own answer when two answers are compared: a year before its month. */
  readonly partsFirst?: boolean;
  /** True for one that offers the options of a list, and nothing without one. */
  readonly needsOptions?: boolean;
  /** True for one that becomes a text field where `otherwise` says so. */
  readonly takesOtherwise?: boolean;
  /** The options without which it is of no use. */
  readonly requires?: readonly string[];
};

export type WidgetRegistry = {
  readonly common: Readonly<Record<string, OptionSchema>>;
  readonly widgets: ReadonlyMap<string, Widget>;
};

/** Reads the registry of the screen; the entry `common` holds the options of every widget. */
export function readWidgetRegistry(file: string): WidgetRegistry {
  // The registry is code of the screen, kept right by its own tests: its shape is taken as given.
  const entries: Readonly<Record<string, Widget>> = JSON.parse(readFileSync(file, 'utf8'));
  const { common, ...widgets } = entries;
  return { common: common?.options ?? {}, widgets: new Map(Object.entries(widgets)) };
}

/** The options a widget takes: its own and the common ones. */
export function optionsOfWidget(
  registry: WidgetRegistry,
  widget: Widget,
): Readonly<Record<string, OptionSchema>> {
  return { ...registry.common, ...widget.options };
}

/** The widget of a question that names none, by the type of its answer. */
export function defaultWidget(type: string, hasOptions: boolean, format: string | undefined): string {
  if (type === 'array') return 'checkboxes';
  if (type === 'boolean') return 'checkbox';
  if (hasOptions) return 'dropdown';
  return format === 'date' ? 'date' : 'text';
}
