import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { PROJECT_PATHS } from '#compiler/source/schema-paths.ts';
import { isRecord } from '#form/definition/own-property.ts';
import { readMapping } from '#server/lookup/import/mapping.ts';
import { isSchoolCategory, SCHOOL_CATEGORIES } from '#server/lookup/directory-entry.ts';
import { UsageError } from '../run-script.ts';
import { readJsonFile } from './command-files.ts';
import { requestOperation } from './request-operation.ts';
import { toOperation, type Typed } from './typed-arguments.ts';

/** Imports schools or another lookup directory from a file. */
export async function importLookup(typed: Typed, map: string): Promise<string> {
  const operation = toOperation('lookups import', typed, { mapping: {} });
  if (operation.kind !== 'import-lookup') return requestOperation(operation);
  const { category } = operation;
  const categories = [...SCHOOL_CATEGORIES, ...listDirectories()];
  if (!categories.includes(category))
    throw new UsageError(`"${category}" is not a category. Choose ${categories.join(' or ')}.`);
  const mapping =
    map === ''
      ? readDirectory(category)
      : readMapping(readJsonFile(map, 'a mapping (see the guide)'), category, map);
  return requestOperation({ ...operation, mapping });
}

/** Returns the directories described by the form's files. */
export function listDirectories(schemasFolder: string = PROJECT_PATHS.schemasFolder): readonly string[] {
  const folder = path.join(schemasFolder, 'directories');
  return existsSync(folder) ? readdirSync(folder).map((file) => path.parse(file).name) : [];
}

/** Reads the import settings of a directory; empty for schools. @throws UsageError or ImportError */
export function readDirectory(category: string, schemasFolder: string = PROJECT_PATHS.schemasFolder): object {
  if (isSchoolCategory(category)) return {};
  const where = path.join(schemasFolder, 'directories', `${category}.json`);
  const content = readJsonFile(where, 'a directory');
  const { columns, keep = {} } = isRecord(content) ? content : {};
  return readMapping({ source: category, idPrefix: category, columns, keep }, category, where);
}
