import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { PROJECT_PATHS } from '#compiler/source/schema-paths.ts';
import { isRecord } from '#form/definition/is-record.ts';
import { neededColumns, readMapping } from '#server/lookup/import/mapping.ts';
import { isSchoolCategory } from '#server/lookup/school-category.ts';
import { readJsonFile } from '../operator/command-files.ts';

/** The names of the directories that files of the form describe. */
export function listDirectories(schemasFolder: string = PROJECT_PATHS.schemasFolder): readonly string[] {
  const folder = path.join(schemasFolder, 'directories');
  return existsSync(folder) ? readdirSync(folder).map((file) => path.parse(file).name) : [];
}

/**
 * How the file of a directory says that its imports are read; an empty mapping for schools, whose files are known.
 *
 * @throws CommandFault when there is no such file
 * @throws ImportFault when it describes no directory
 */
export function readDirectory(category: string, schemasFolder: string = PROJECT_PATHS.schemasFolder): object {
  if (isSchoolCategory(category)) return {};
  const where = path.join(schemasFolder, 'directories', `${category}.json`);
  const content = readJsonFile(where, 'a directory');
  const { columns, keep = {} } = isRecord(content) ? content : {};
  const mapping = { source: category, idPrefix: category, columns, keep };
  return readMapping(mapping, { where, needed: neededColumns(category) });
}
