import path from 'node:path';
import { parseArgs } from 'node:util';
import { neededColumns, readMapping } from '#server/lookup/import/mapping.ts';
import { SCHOOL_CATEGORIES } from '#server/lookup/school-category.ts';
import { readJsonFile } from './operator/command-files.ts';
import { listDirectories, readDirectory } from './lookups/read-directory.ts';
import { requestLookupOperation } from './lookups/request-lookup-operation.ts';
import { SOURCES_FILE, updateLookups } from './lookups/update-lookups.ts';
import { CommandFault, unknownArguments } from './command/argument-fault.ts';
import { runCommand } from './command/run-command.ts';

const USAGE = [
  'npm run lookups -- import <category> <file> [--map <mapping.json>]',
  'npm run lookups -- update [--sources <sources.json>]',
  'npm run lookups -- list',
  '',
  'Imports schools, or another directory of the form, from a file; downloads and imports the official ones; lists those in use.',
].join('\n');

const COMMANDS = ['import', 'update', 'list'];

/** Imports directories of schools, downloads and imports the official ones, or lists those in use. */
async function lookups(): Promise<string> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { map: { type: 'string' }, sources: { type: 'string' } },
  });
  const [command, category, file, ...rest] = positionals;
  if (command === undefined || !COMMANDS.includes(command))
    throw new CommandFault('The command must be import, update or list.');
  const extra = command === 'import' ? rest : positionals.slice(1);
  if (extra.length > 0) throw new CommandFault(unknownArguments(extra));
  if (command === 'list') return requestLookupOperation({ kind: 'list-lookups' });
  if (command === 'update') return updateLookups(path.resolve(values.sources ?? SOURCES_FILE));
  const into = requireCategory(category);
  const needed = neededColumns(into);
  if (file === undefined) throw new CommandFault('The file to import is missing.');
  return requestLookupOperation({
    kind: 'import-lookup',
    category: into,
    file: path.resolve(file),
    mapping:
      values.map === undefined
        ? readDirectory(into)
        : readMapping(readJsonFile(values.map, 'a mapping (see the guide)'), { where: values.map, needed }),
  });
}

function requireCategory(text: string | undefined): string {
  const categories = [...SCHOOL_CATEGORIES, ...listDirectories()];
  if (text !== undefined && categories.includes(text)) return text;
  const choice = `Say ${categories.join(' or ')}.`;
  throw new CommandFault(
    text === undefined ? `The category is missing. ${choice}` : `"${text}" is not a category. ${choice}`,
  );
}

await runCommand(USAGE, lookups);
