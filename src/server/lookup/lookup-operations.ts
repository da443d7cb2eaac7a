import { counted, withCommas } from '#form/summary/counted.ts';
import type { Database } from '../database/database.ts';
import { createDirectoryStore } from './directory-store.ts';
import { OperationError } from '#server/http/operation-error.ts';
import { importDirectory } from './import/import-directory.ts';
import { DIRECTORIES, type Directories, readMapping } from './import/mapping.ts';
import type { SchoolDirectories } from './school-directories.ts';

export type LookupServices = {
  readonly db: Database;
  readonly clock: () => Date;
  /** Directories of this server, reloaded so that the next search finds the import. */
  readonly directories?: Pick<SchoolDirectories, 'load'>;
  /** Default: those of the form. */
  readonly described?: Directories;
};

/** A file to import; an empty mapping means a file that the directory describes. */
export type LookupImport = {
  readonly category: string;
  /** Absolute path on this machine. */
  readonly file: string;
  readonly mapping: object;
};

/**
 * Imports a directory.
 * @returns a report for the operator
 * @throws OperationError with a sentence; then nothing has changed
 */
export async function importLookup(
  parts: LookupServices,
  { category, file, mapping }: LookupImport,
  report?: (progress: string) => void,
): Promise<string> {
  const { described = DIRECTORIES } = parts;
  if (!Object.hasOwn(described, category))
    throw new OperationError(
      `"${category}" is not a category. The form has: ${Object.keys(described).join(', ') || 'none'}.`,
    );
  const isMapped = Object.keys(mapping).length > 0;
  const request = { category, file, ...(isMapped && { mapping: readMapping(mapping) }) };
  const onProgress = (rows: number): void => report?.(`${withCommas(rows)} rows …`);
  const importing = { store: createDirectoryStore(parts.db), now: parts.clock(), described, onProgress };
  const done = await importDirectory(importing, request);
  await parts.directories?.load();
  return done;
}

/** Lists the directories in use. */
export async function listLookups({ db }: LookupServices): Promise<string> {
  const sources = await createDirectoryStore(db).listSources();
  if (sources.length === 0) return 'No directory has entries yet.';
  return sources
    .map(
      ({ category, source, entries, importedAt }) =>
        `${category}: ${counted(entries, DIRECTORIES[category]?.entry ?? 'record')} of "${source}", imported ${importedAt.toISOString()}`,
    )
    .join('\n');
}
