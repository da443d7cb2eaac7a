import { missingFiles } from './check/check-files.ts';
import { checkSchemas } from './check/check-schemas.ts';
import { type CompiledPartner, compilePartner } from './compile/compile-partner.ts';
import type { Fault } from './source/fault.ts';
import { openSchemas } from './source/open-schemas.ts';
import { PROJECT_PATHS } from './source/schema-paths.ts';
import { readWidgetRegistry } from './source/widget-registry.ts';

/** A compiled schema folder. Not usable if it has errors. */
export type CompiledSchemas = {
  /** By name; empty if a file is missing or unreadable. */
  readonly partners: ReadonlyMap<string, CompiledPartner>;
  /** By file and position. */
  readonly faults: readonly Fault[];
};

/** Compiles a schema folder for each partner and checks the sources and the result. */
export function compileSchemas(folder: string = PROJECT_PATHS.schemasFolder): CompiledSchemas {
  const opened = openSchemas(folder);
  const widgets = readWidgetRegistry(PROJECT_PATHS.registryFile);
  // Missing or unreadable files would cause follow-up faults everywhere.
  const isComplete =
    [...opened.files.values()].every((file) => file.readable) && missingFiles(opened.plain).length === 0;
  const complete = isComplete ? opened.partners : [];
  const partners = new Map(complete.map((one) => [one.name, compilePartner(one, widgets, opened.pictures)]));
  return { partners, faults: checkSchemas(opened, partners, widgets) };
}
