import { isRecord } from '#form/definition/is-record.ts';
import { MIGRATIONS } from '../storage/migrate.ts';
import { BackupFault } from './backup-folder.ts';
import type { Counted, TableColumns } from './table-rows.ts';

export const MANIFEST = 'manifest.json';
export const JOBS = 'jobs.jsonl';
/** Where the files of documents are, each under its key. */
export const FILES = 'files/';

export function tableFile(name: string): string {
  return `tables/${name}.jsonl`;
}

/** What is in a backup. */
export type Manifest = {
  /** Of this list. */
  readonly format: 1;
  /** The moment whose state it has, in ISO. */
  readonly at: string;
  /** Through which the database had been. */
  readonly migrations: readonly string[];
  /** The marks of the keys of DATA_KEY without which it is of no use. */
  readonly dataKeys: readonly string[];
  /** In the order in which they can be filled. */
  readonly tables: readonly (TableColumns & { readonly rows: number })[];
  readonly sequences: readonly Counted[];
  readonly jobs: number;
  readonly files: number;
  /** Files that were gone already. */
  readonly missing: readonly string[];
};

/**
 * The border where what a folder has becomes a manifest.
 *
 * @throws BackupFault when it is none, or of a newer version
 */
export function readManifest(text: string): Manifest {
  const value: unknown = JSON.parse(text);
  if (!isManifest(value)) throw new BackupFault('This is no backup that this version can read.');
  const newer = value.migrations.find((name) => MIGRATIONS[name] === undefined);
  if (newer !== undefined)
    throw new BackupFault(
      `The backup is of a newer version: its database has ${newer}. Restore it with the version that made it.`,
    );
  return value;
}

function isManifest(value: unknown): value is Manifest {
  if (!isRecord(value)) return false;
  const { format, migrations, dataKeys, tables, sequences } = value;
  const lists = [migrations, dataKeys, tables, sequences];
  return format === 1 && lists.every((list) => Array.isArray(list));
}

/** What a backup holds, for the operator. */
export function describeBackup({ at, tables, jobs, files }: Manifest): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const moment = at.replace('T', ' ').replace(/\.\d+Z$/, ' UTC');
  return `State of ${moment}: ${rows} rows of ${tables.length} tables, ${jobs} jobs, ${files} files.`;
}
