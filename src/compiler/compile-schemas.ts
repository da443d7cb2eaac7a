import { checkSchemas } from './check/check-schemas.ts';
import { type CompiledPartner, compilePartner } from './compile/compile-partner.ts';
import type { Fault } from './source/fault.ts';
import { openSchemas } from './source/open-schemas.ts';
import { PROJECT_PATHS } from './source/schema-paths.ts';
import { readWidgetRegistry } from './source/widget-registry.ts';

/** A folder of schemas as it was read once. With errors nothing compiled of it is to be used. */
export type CompiledSchemas = {
  /** By name; none while a file cannot be read. */
  readonly partners: ReadonlyMap<string, CompiledPartner>;
  /** By file, and from top to bottom. */
  readonly faults: readonly Fault[];
};

/** Reads a folder of schemas, compiles it for each partner, and checks the files and what became of them. */
export function compileSchemas(folder: string = PROJECT_PATHS.schemasFolder): CompiledSchemas {
  const { files, partners: opened } = openSchemas(folder);
  const widgets = readWidgetRegistry(PROJECT_PATHS.registryFile);
  // A file that cannot be read would make all that leans on it look wrong.
  const readable = [...files.values()].every((file) => file.readable) ? opened : [];
  const partners = new Map(readable.map((one) => [one.name, compilePartner(one, widgets)]));
  return { partners, faults: checkSchemas(files, partners, widgets) };
}
