import path from 'node:path';
import { compileCards, compileForm } from '../compile/compile-form.ts';
import type { Context } from '../compile/context.ts';
import type { TakenNames } from '../compile/page-walk.ts';
import type { Json } from '../source/cursor.ts';
import { type Fault, FaultList } from '../source/fault.ts';
import { openSchemas, type OpenSchemas } from '../source/open-schemas.ts';
import { PROJECT_PATHS, type SchemaPaths } from '../source/schema-paths.ts';
import { readWidgetRegistry } from '../source/widget-registry.ts';
import { checkApiFiles } from './check-api-files.ts';
import { checkDependenceCycles } from './check-dependence-cycles.ts';
import { checkFormFile } from './check-form-file.ts';
import { checkNoLinks } from './check-links.ts';
import { checkMeta, readMetaSchemas } from './check-meta.ts';
import { checkOptionLists } from './check-option-lists.ts';
import { checkPair } from './check-pair.ts';
import { checkPartnerNames } from './check-partner-names.ts';
import { checkPartnerValues } from './check-partner-values.ts';

/** All faults in a folder of schemas, by file and from top to bottom; none when everything is right. */
export function checkSchemas(folder: string, paths: SchemaPaths = PROJECT_PATHS): readonly Fault[] {
  return checkOpened(openSchemas(path.resolve(folder)), paths);
}

/** The same for a folder that has been read. */
export function checkOpened(
  { files, partners }: OpenSchemas,
  { metaFolder, registryFile }: Pick<SchemaPaths, 'metaFolder' | 'registryFile'>,
): readonly Fault[] {
  const widgets = readWidgetRegistry(registryFile);
  const metas = readMetaSchemas(metaFolder, widgets);
  const faults = new FaultList();
  for (const name of NEEDED) if (!files.has(name)) faults.add(missing(name));
  for (const file of files.values()) {
    for (const fault of file.faults) faults.add(fault);
    checkMeta(file, metas, faults);
  }
  // A file that cannot be read would make all that leans on it look wrong.
  if ([...files.values()].some((file) => !file.readable)) return faults.sorted();
  for (const { sources } of partners.slice(0, 1)) {
    checkSharedFiles({ sources, widgets, report: faults.report });
    checkPartnerNames(sources, faults.report);
  }
  const forms = partners.map(({ name, sources, settings }) => {
    const own = new FaultList();
    const context = { sources, widgets, report: own.report };
    checkPairs(context);
    checkForm(context);
    checkTexts(files, settings, own);
    return [name, own.sorted()] as const;
  });
  faults.addByPartner(new Map(forms));
  return faults.sorted();
}

const NEEDED = ['form.json', 'partners/default.json'];

function missing(file: string): Fault {
  const expected = `the file ${file}`;
  const place = { file, line: 1, column: 1 };
  return { code: 'missing-file', ...place, found: 'no such file', expected, cure: 'Add the file.' };
}

function checkPairs(context: Context): void {
  for (const folder of ['pages', 'blocks', 'accounts']) {
    for (const name of context.sources.pairNames(folder)) checkPair(`${folder}/${name}`, context);
  }
}

/** Files that hold nothing of a partner, so that one look is enough. */
function checkSharedFiles(context: Context): void {
  checkOptionLists(context);
  checkApiFiles(context);
}

/** Compiling finds what only shows once blocks stand in their places and conditions have their keys. */
function checkForm(context: Context): void {
  const form = compileForm(context);
  const { taken } = form;
  checkNamedIds(taken, context);
  checkDependenceCycles(taken, context);
  checkFormFile(context, form);
  compileCards(context);
}

function checkNamedIds({ named, keys }: TakenNames, { report }: Context): void {
  for (const [id, at] of named) {
    if (!keys.has(id)) continue;
    report(at, {
      code: 'id-is-a-key',
      found: `the id "${id}", which is also the key of a question`,
      expected: 'an id that no question has, because conditions may name both',
      cure: 'Write another id.',
    });
  }
}

const WITH_PARTNER_VALUES = /^(?:form\.json|(?:pages|blocks|accounts)\/)/;

function checkTexts(files: OpenSchemas['files'], settings: Json, { report }: FaultList): void {
  for (const file of files.values()) {
    const root = WITH_PARTNER_VALUES.test(file.name) ? file.cursor((text) => text) : undefined;
    if (!root) continue;
    checkPartnerValues(root, settings, report);
    checkNoLinks(root, report);
  }
}
