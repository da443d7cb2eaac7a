import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { isRecord } from '#form/definition/is-record.ts';
import type { UndoneJob } from '../jobs/job-rows.ts';
import type { JobQueue } from '../jobs/jobs.ts';
import { createDatabase, type Database, type Storage } from '../storage/database.ts';
import type { FileStore } from '../storage/file-store.ts';
import { endKeeping } from '../storage/kept-files.ts';
import { migrate, type MIGRATIONS } from '../storage/migrate.ts';
import { forgetPlace } from '../storage/shared-files.ts';
import { BackupFault, checkBackup, readLines } from './backup-folder.ts';
import { FILES, JOBS, MANIFEST, type Manifest, readManifest, tableFile } from './manifest.ts';
import { type TextRow, writeRows, writeSequences } from './table-rows.ts';

/** A backup whose files are as they were written. */
export type CheckedBackup = {
  readonly folder: string;
  readonly manifest: Manifest;
  /** Keys of the files. */
  readonly keys: readonly string[];
};

/**
 * Reads and checks a backup, every file of it.
 *
 * @param keyIds the marks of the keys that this environment has
 * @throws BackupFault when it cannot be restored here
 */
export async function openBackup(folder: string, keyIds: readonly string[]): Promise<CheckedBackup> {
  const names = await checkBackup(folder);
  const manifest = readManifest(await readFile(path.join(folder, MANIFEST), 'utf8'));
  const lacking = manifest.dataKeys.find((id) => !keyIds.includes(id));
  if (lacking !== undefined)
    throw new BackupFault(
      `The backup is encrypted with the key ${lacking}, which it does not have itself. Set DATA_KEY as it was.`,
    );
  const keys = names.filter((name) => name.startsWith(FILES)).map((name) => name.slice(FILES.length));
  return { folder, manifest, keys };
}

/**
 * Writes the files of a backup into a store that has none.
 *
 * @throws BackupFault when there are some
 */
export async function restoreFiles({ folder, keys }: CheckedBackup, files: FileStore): Promise<void> {
  for await (const { key } of files.list())
    throw new BackupFault(
      `There is a file in ${await files.place()} already (${key}). A backup is restored only to where nothing is.`,
    );
  const queue = keys.values();
  const work = async (): Promise<void> => {
    for (const key of queue) await files.write(key, await readFile(path.join(folder, FILES, key)));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

const AT_ONCE = 8;

type Filled = {
  readonly storage: Storage;
  readonly jobs: Pick<JobQueue, 'sendAgain'>;
  readonly migrations: typeof MIGRATIONS;
  /** What is written with it. */
  readonly alsoWrite: (db: Database) => Promise<void>;
};

/**
 * Fills an empty database, in one transaction, while no server changes its shape; it comes out in the newest shape.
 *
 * @throws BackupFault when it has tables
 */
export function restoreDatabase(
  backup: CheckedBackup,
  { storage, jobs, alsoWrite, migrations }: Filled,
): Promise<void> {
  return storage.changeShape((pool) =>
    createDatabase(pool)
      .transaction()
      .execute(async (transaction) => {
        await fillDatabase(backup, transaction, migrations);
        await jobs.sendAgain(await readJobs(backup.folder), transaction);
        await alsoWrite(transaction);
      }),
  );
}

/** Rows go into tables as they were, which become those of today afterwards. */
async function fillDatabase(
  { folder, manifest }: CheckedBackup,
  db: Database,
  migrations: typeof MIGRATIONS,
): Promise<void> {
  await requireEmpty(db);
  const known = new Set(manifest.migrations);
  const former = Object.entries(migrations).filter(([name]) => known.has(name));
  await migrate(db, Object.fromEntries(former));
  for (const table of manifest.tables) await writeRows(db, table, textRows(folder, table.name));
  await writeSequences(db, manifest.sequences);
  await endKeeping(db);
  await forgetPlace(db);
  await migrate(db, migrations);
}

/** @throws BackupFault when the database has tables */
export async function requireEmpty(db: Database): Promise<void> {
  const { rows } = await sql<{ has_tables: boolean }>`
    select exists (
      select from pg_class where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')
    ) as has_tables`.execute(db);
  if (rows[0]?.has_tables)
    throw new BackupFault(
      'There are tables in the database already. A backup is restored only to where nothing is.',
    );
}

async function* textRows(folder: string, table: string): AsyncGenerator<TextRow> {
  for await (const row of readLines(folder, tableFile(table))) if (isTextRow(row)) yield row;
}

function isTextRow(row: unknown): row is TextRow {
  return Array.isArray(row) && row.every((value) => value === null || typeof value === 'string');
}

async function readJobs(folder: string): Promise<readonly UndoneJob[]> {
  const jobs: UndoneJob[] = [];
  for await (const job of readLines(folder, JOBS)) {
    const { id, name, data } = isRecord(job) ? job : {};
    if (typeof name === 'string' && isRecord(data))
      jobs.push({ ...(typeof id === 'string' && { id }), name, data });
  }
  return jobs;
}
