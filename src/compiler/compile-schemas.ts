import { missingFiles } from './check/check-files.ts';
import { checkSchemas } from './check/check-schemas.ts';
import { type CompiledPartner, compilePartner } from './compile/compile-partner.ts';
import type { Fault } from './source/fault.ts';
import { openSchemas } from './source/open-schemas.ts';
import { PROJECT_PATHS } from './source/schema-paths.ts';
import { readTextUses } from './source/texts.ts';
import { readWidgetRegistry } from './source/widget-registry.ts';

/** A folder of schemas as it was read once. With errors nothing compiled of it is to be used. */
export type CompiledSchemas = {
  /** By name; none while a file is missing or cannot be read. */
  readonly partners: ReadonlyMap<string, CompiledPartner>;
  /** By file, and from top to bottom. */
  readonly faults: readonly Fault[];
};

/** Reads a folder of schemas, compiles it for each partner, and checks the files and what became of them. */
export function compileSchemas(folder: string = PROJECT_PATHS.schemasFolder): CompiledSchemas {
  const opened = openSchemas(folder);
  const widgets = readWidgetRegistry(PROJECT_PATHS.registryFile);
  // A file that is missing or cannot be read would make all that leans on it look wrong.
  const isComplete =
    [...opened.files.values()].every((file) => file.readable) && missingFiles(opened.plain).length === 0;
  const complete = isComplete ? opened.partners : [];
  const partners = new Map(complete.map((one) => [one.name, compilePartner(one, widgets, opened.pictures)]));
  const textUses = opened.hasOwnTexts ? readTextUses(PROJECT_PATHS.sourceFolder) : undefined;
  return { partners, faults: checkSchemas(opened, partners, widgets, textUses) };
}
