import path from 'node:path';
import { compileCards, compileForm } from './compile-form.ts';
import type { Context } from './context.ts';
import { type Fault, FaultList } from './fault.ts';
import { openSchemas, type OpenSchemas } from './open-schemas.ts';
import { readWidgetRegistry, type WidgetRegistry } from './widget-registry.ts';
import { PROJECT_PATHS } from './schema-paths.ts';

/**
 * All faults in a folder of schemas, by file and from top to bottom; none when everything is right.
 *
 * @param registryFile the list of widgets the UI files may use
 */
export function checkSchemas(folder: string, registryFile = PROJECT_PATHS.registryFile): readonly Fault[] {
  return checkOpened(openSchemas(path.resolve(folder)), readWidgetRegistry(registryFile));
}

export function checkOpened({ files, partners }: OpenSchemas, widgets: WidgetRegistry): readonly Fault[] {
  const faults = new FaultList();
  for (const file of files.values()) for (const fault of file.faults) faults.add(fault);
  for (const { sources } of partners) checkPartner({ sources, widgets, report: faults.report });
  return faults.sorted();
}

function checkPartner(context: Context): void {
  compileForm(context);
  compileCards(context);
}
