import path from 'node:path';
import { BadConfigError, type Tell } from '#form/definition/bad-config.ts';
import { configFaults } from '#form/definition/config-faults.ts';
import type { FormDefinition } from '#form/definition/definition.ts';
import { missingConfig } from '#form/definition/missing-config.ts';
import { compileForm } from '../compile/compile-form.ts';
import { openSchemas } from '../source/open-schemas.ts';
import { PROJECT_PATHS, type SchemaPaths } from '../source/schema-paths.ts';
import { readWidgetRegistry } from '../source/widget-registry.ts';

/** A folder of schemas in which the check finds no fault, compiled for each partner. */
export function compileForms(
  folder: string,
  { registryFile }: Pick<SchemaPaths, 'registryFile'> = PROJECT_PATHS,
): ReadonlyMap<string, FormDefinition> {
  const widgets = readWidgetRegistry(registryFile);
  const { partners } = openSchemas(path.resolve(folder));
  return new Map(
    partners.map(({ name, sources }) => [
      name,
      compileForm({ sources, widgets, report: () => {} }).definition,
    ]),
  );
}

/**
 * What the client looks at in a local environment, for the compiled form of each partner: the backstop behind the
 * rules for the source files, which tell the same with the line (specification 5, last paragraph).
 *
 * @throws BadConfigError when a form is wrong in itself
 */
export function requireSoundForms(forms: ReadonlyMap<string, FormDefinition>, warn: Tell): void {
  for (const [partner, form] of forms) {
    for (const sentence of missingConfig(form)) warn(named(partner, sentence));
  }
  const faults = [...forms].flatMap(([partner, form]) =>
    configFaults(form).map((sentence) => named(partner, sentence)),
  );
  if (faults.length > 0) throw new BadConfigError(faults);
}

function named(partner: string, sentence: string): string {
  return `In the form of "${partner}": ${sentence}`;
}
