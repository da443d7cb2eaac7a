import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { isRecord } from '#form/definition/own-property.ts';
import type { PendingJob } from '../jobs/job-rows.ts';
import { startJobs } from '../jobs/jobs.ts';
import {
  createDatabase,
  type Database,
  type Storage,
  openStorage,
  type StorageSettings,
  type Transaction,
} from '../database/database.ts';
import type { FileStore } from '../files/file-store.ts';
import { endDeletionPauses } from '../files/paused-deletion.ts';
import { migrate, MIGRATIONS } from '../database/migrate.ts';
import { forgetPlace } from '../files/open-files.ts';
import {
  checkBackup,
  readLines,
  FILES,
  JOBS,
  MANIFEST,
  type Manifest,
  readManifest,
  tableFile,
} from './backup-folder.ts';
import { type TextRow, writeRows, writeSequences } from './table-rows.ts';
import { existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createAuditTrail, BY_OPERATOR } from '../audit/audit-trail.ts';
import { printError } from '../http/error-log.ts';
import { OperationError } from '../http/operation-error.ts';
import { embeddedFolder, lockDirectory } from '../database/pglite.ts';

/** A backup with verified checksums. */
export type CheckedBackup = {
  readonly folder: string;
  readonly manifest: Manifest;
  /** Keys of the files. */
  readonly keys: readonly string[];
};

/** Reads a backup and checks its files. @throws OperationError if it needs a key missing in `keyIds` */
export async function openBackup(folder: string, keyIds: readonly string[]): Promise<CheckedBackup> {
  const names = await checkBackup(folder);
  const manifest = readManifest(await readFile(path.join(folder, MANIFEST), 'utf8'));
  const lacking = manifest.dataKeys.find((id) => !keyIds.includes(id));
  if (lacking !== undefined)
    throw new OperationError(
      `The backup is encrypted with the key ${lacking}, which it does not have itself. Set DATA_KEY as it was.`,
    );
  const keys = names.filter((name) => name.startsWith(FILES)).map((name) => name.slice(FILES.length));
  return { folder, manifest, keys };
}

/** Writes a backup's files to an empty store. @throws OperationError if it has files */
export async function restoreFiles({ folder, keys }: CheckedBackup, files: FileStore): Promise<void> {
  for await (const { key } of files.list())
    throw new OperationError(
      `There is a file in ${await files.place()} already (${key}). A backup is restored only to where nothing is.`,
    );
  const queue = keys.values();
  const work = async (): Promise<void> => {
    for (const key of queue) await files.write(key, await readFile(path.join(folder, FILES, key)));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

const AT_ONCE = 8;

/** Fills tables in their former schema, then migrates them. @throws OperationError if there are tables */
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
  // A past application can precede its account. No table with pending checks can be migrated.
  await sql`set constraints all immediate`.execute(db);
  await writeSequences(db, manifest.sequences);
  await endDeletionPauses(db);
  await forgetPlace(db);
  await migrate(db, migrations);
  // One that was canceled since would take effect at once.
  await db.deleteFrom('planned_email').execute();
}

/** @throws OperationError if the database has tables */
async function requireEmpty(db: Database): Promise<void> {
  const { rows } = await sql<{ has_tables: boolean }>`
    select exists (
      select from pg_class where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')
    ) as has_tables`.execute(db);
  if (rows[0]?.has_tables)
    throw new OperationError(
      'There are tables in the database already. A backup is restored only to where nothing is.',
    );
}

async function* textRows(folder: string, table: string): AsyncGenerator<TextRow> {
  for await (const row of readLines(folder, tableFile(table))) if (isTextRow(row)) yield row;
}

function isTextRow(row: unknown): row is TextRow {
  return Array.isArray(row) && row.every((value) => value === null || typeof value === 'string');
}

async function readJobs(folder: string): Promise<readonly PendingJob[]> {
  const jobs: PendingJob[] = [];
  for await (const job of readLines(folder, JOBS)) {
    const { id, name, data } = isRecord(job) ? job : {};
    if (typeof name === 'string' && isRecord(data))
      jobs.push({ ...(typeof id === 'string' && { id }), name, data });
  }
  return jobs;
}

type Target = {
  readonly settings: StorageSettings;
  /** Store without encryption. */
  readonly files: FileStore;
  /** Name of the restoring person, for the audit trail. */
  readonly operator: string;
  readonly clock: () => Date;
  /** Default: this server's; tests pass those of a later release. */
  readonly migrations?: typeof MIGRATIONS;
};

/** Restores the files, then the database, all or nothing. @throws OperationError if either is not empty */
export async function restoreInto(backup: CheckedBackup, target: Target): Promise<void> {
  if (target.settings.databaseUrl === undefined) return restoreEmbedded(backup, target);
  return withStorage(target.settings, (storage) => restoreAll(backup, target, storage));
}

/** Creates the database in another folder, then moves it into place. */
async function restoreEmbedded(backup: CheckedBackup, target: Target): Promise<void> {
  const { dataDir } = target.settings;
  const lock = lockDirectory(dataDir);
  const aside = join(dataDir, 'restoring');
  try {
    if (existsSync(embeddedFolder(dataDir)))
      throw new OperationError(
        `There is a database in ${dataDir} already. A backup is restored only to where nothing is.`,
      );
    rmSync(aside, { recursive: true, force: true });
    await withStorage({ dataDir: aside }, (storage) => restoreAll(backup, target, storage));
    renameSync(embeddedFolder(aside), embeddedFolder(dataDir));
  } finally {
    rmSync(aside, { recursive: true, force: true });
    lock.release();
  }
}

async function withStorage(
  settings: StorageSettings,
  work: (storage: Storage) => Promise<void>,
): Promise<void> {
  const storage = await openStorage(settings, printError, async () => undefined);
  try {
    await work(storage);
  } finally {
    await storage.close();
  }
}

async function restoreAll(backup: CheckedBackup, target: Target, storage: Storage): Promise<void> {
  await requireEmpty(storage.db);
  await restoreFiles(backup, target.files);
  // While the transaction has the embedded database's only connection, the queue's maintenance fails.
  const jobs = await startJobs(storage, () => undefined);
  const fill = async (db: Transaction): Promise<void> => {
    await fillDatabase(backup, db, target.migrations ?? MIGRATIONS);
    await jobs.sendAgain(await readJobs(backup.folder), db);
    await recordRestore(db, target, backup);
  };
  try {
    // One transaction, under the schema lock.
    await storage.changeSchema((pool) => createDatabase(pool).transaction().execute(fill));
  } finally {
    await jobs.stop();
  }
}

async function recordRestore(
  db: Database,
  { clock, operator }: Target,
  { manifest }: CheckedBackup,
): Promise<void> {
  const event = { kind: 'restore', username: '', client: BY_OPERATOR } as const;
  await createAuditTrail(db, clock).recordFirst({ ...event, detail: `as of ${manifest.at}`, operator });
}
