import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { ImportFault } from '#server/lookup/import/import-fault.ts';
import { readMapping } from '#server/lookup/import/mapping.ts';
import { isSchoolCategory, SCHOOL_CATEGORIES, type SchoolCategory } from '#server/lookup/school-category.ts';
import { operateLookups } from './lookups/operate-lookups.ts';
import { SOURCES_FILE, updateLookups } from './lookups/update-lookups.ts';
import { CommandFault, runCommand } from './operator-command.ts';

const USAGE = [
  `npm run lookups -- import <${SCHOOL_CATEGORIES.join(' | ')}> <file> [--map <mapping.json>]`,
  'npm run lookups -- update [--sources <sources.json>]',
  'npm run lookups -- list',
].join('\n');

/** Imports directories of schools, downloads and imports the official ones, or lists those in use. */
async function lookups(): Promise<string> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { map: { type: 'string' }, sources: { type: 'string' } },
  });
  const [command, category, file] = positionals;
  if (command === 'list') return operateLookups({ kind: 'list-lookups' });
  if (command === 'update') return updateLookups(path.resolve(values.sources ?? SOURCES_FILE));
  if (command !== 'import' || file === undefined) throw new CommandFault('Say what to do.');
  return operateLookups({
    kind: 'import-lookup',
    category: requireCategory(category),
    file: path.resolve(file),
    mapping: values.map === undefined ? {} : await readMappingFile(values.map),
  });
}

function requireCategory(text: string | undefined): SchoolCategory {
  if (text !== undefined && isSchoolCategory(text)) return text;
  throw new CommandFault(`"${text ?? ''}" is no category of schools.`);
}

async function readMappingFile(file: string): Promise<object> {
  try {
    return readMapping(JSON.parse(await readFile(file, 'utf8')));
  } catch (error) {
    if (error instanceof ImportFault) throw error;
    throw new ImportFault(`${file} cannot be read as JSON.`);
  }
}

await runCommand(USAGE, lookups);
