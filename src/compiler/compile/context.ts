import type { Report } from '../source/fault.ts';
import type { SourceSet } from '../source/source-set.ts';
import type { WidgetRegistry } from '../source/widget-registry.ts';

/** What every rule and every step of the compiler is handed. */
export type Context = {
  readonly sources: SourceSet;
  readonly widgets: WidgetRegistry;
  readonly report: Report;
};
