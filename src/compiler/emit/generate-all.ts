import path from 'node:path';
import { checkOpened } from '../check/check-schemas.ts';
import { compileCards, compileForm } from '../compile/compile-form.ts';
import type { Fault } from '../source/fault.ts';
import { readJsonFile } from '../source/json-file.ts';
import { openSchemas, type PartnerSources } from '../source/open-schemas.ts';
import type { SchemaPaths } from '../source/schema-paths.ts';
import { readWidgetRegistry, type WidgetRegistry } from '../source/widget-registry.ts';
import { removeStamp } from './generation-stamp.ts';
import { type CompiledPartner, partnerFiles } from './partner-files.ts';
import { typeFiles } from './type-files.ts';
import { removeOthers, writeChanged, writeFolder } from './write-files.ts';

/** The partner whose answers the committed types describe. */
const TYPED_PARTNER = 'default';

export type Compiled =
  | {
      readonly kind: 'compiled';
      readonly partners: ReadonlyMap<string, CompiledPartner>;
      /** File name → text of the types that are committed. */
      readonly types: ReadonlyMap<string, string>;
    }
  | { readonly kind: 'refused'; readonly faults: readonly Fault[] };

/** Checks the sources and, when they are right, compiles them for each partner. Writes nothing. */
export async function compileAll(paths: SchemaPaths): Promise<Compiled> {
  const opened = openSchemas(paths.schemasFolder);
  const faults = checkOpened(opened, paths);
  if (faults.length > 0) return { kind: 'refused', faults };
  const widgets = readWidgetRegistry(paths.registryFile);
  const partners = new Map(opened.partners.map((one) => [one.name, compilePartner(one, widgets)]));
  const definition = partners.get(TYPED_PARTNER)?.definition;
  const sources = opened.partners.find(({ name }) => name === TYPED_PARTNER)?.sources;
  if (!definition || !sources) {
    throw new Error(
      `${paths.schemasFolder}/partners/${TYPED_PARTNER}.json is missing; the types are made from it.`,
    );
  }
  const partnerMeta = readJsonFile(path.join(paths.metaFolder, 'partner.meta.json'));
  return { kind: 'compiled', partners, types: await typeFiles({ definition, sources, partnerMeta }) };
}

function compilePartner({ sources, settings }: PartnerSources, widgets: WidgetRegistry): CompiledPartner {
  const context = { sources, widgets, report: () => {} };
  return { settings, definition: compileForm(context).definition, cards: compileCards(context) };
}

/** Compiles and writes everything that is made of the sources; with faults nothing is written. */
export async function generateAll(paths: SchemaPaths): Promise<Compiled> {
  const compiled = await compileAll(paths);
  if (compiled.kind === 'refused') return compiled;
  removeStamp(paths);
  for (const [name, text] of compiled.types) writeChanged(path.join(paths.outFolder, name), text);
  removeOthers(path.join(paths.outFolder, 'partners'), compiled.partners);
  await Promise.all(
    [...compiled.partners].map(async ([name, partner]) => {
      writeFolder(path.join(paths.outFolder, 'partners', name), await partnerFiles(partner));
    }),
  );
  return compiled;
}
