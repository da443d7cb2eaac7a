import type { Report } from './fault.ts';
import type { SourceSet } from './source-set.ts';
import type { WidgetRegistry } from './widget-registry.ts';

/** What every rule and every step of the compiler is handed. */
export type Context = {
  readonly sources: SourceSet;
  readonly widgets: WidgetRegistry;
  readonly report: Report;
};
