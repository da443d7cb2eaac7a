import { sql } from 'kysely';
import { pendingJobs } from '../jobs/job-rows.ts';
import { selectKeyIds } from '../database/data-key-rows.ts';
import { longTransaction, type Database } from '../database/database.ts';
import type { FileStore } from '../files/file-store.ts';
import { readAppliedMigrations } from '../database/migrate.ts';
import { type NamedFile, selectNamedFiles } from '../student-tables/file-rows.ts';
import { type BackupFolder, FILES, JOBS, MANIFEST, type Manifest, tableFile } from './backup-folder.ts';
import { readRows, readSequences, readTables } from './table-rows.ts';

type BackupParts = {
  readonly db: Database;
  /** As stored, not decrypted. */
  readonly files: Pick<FileStore, 'read'>;
  readonly folder: BackupFolder;
  /** Pauses file deletion on all servers for another hour; called more often than that. */
  readonly pauseDeletion: () => Promise<void>;
  readonly report: (progress: string) => void;
};

/** More often than {@link BackupParts.pauseDeletion} needs. */
const RENEW_EVERY_MS = 10 * 60_000;
const AT_ONCE = 8;
const PROGRESS_EVERY = 1000;

/** Writes a backup without decrypting it. First a snapshot of the rows, then their files. @returns its contents */
export async function makeBackup(parts: BackupParts): Promise<Manifest> {
  const { rows, named } = await longTransaction(parts.db, (transaction) => writeDatabase(parts, transaction));
  parts.report(`The database is written: ${rows.tables.length} tables. ${named.length} files follow …`);
  const copied = await writeFiles(parts, named);
  const manifest: Manifest = { format: 1, ...rows, ...copied };
  await parts.folder.write(MANIFEST, Buffer.from(`${JSON.stringify(manifest, undefined, 2)}\n`));
  await parts.folder.finish();
  return manifest;
}

/** Writes a consistent snapshot, as of the first statement. */
async function writeDatabase({ folder }: BackupParts, db: Database) {
  await sql`set transaction isolation level repeatable read, read only`.execute(db);
  for (const [setting, value] of Object.entries(AS_TEXT))
    await sql`select set_config(${setting}, ${value}, true)`.execute(db);
  const { rows: moments } = await sql<{ at: Date }>`select now() as at`.execute(db);
  const tables: Manifest['tables'][number][] = [];
  for (const table of await readTables(db)) {
    const rows = await folder.writeLines(tableFile(table.name), readRows(db, table));
    tables.push({ ...table, rows });
  }
  const waiting = await pendingJobs(db);
  const rows = {
    at: moments[0]?.at.toISOString() ?? '',
    migrations: await readAppliedMigrations(db),
    dataKeys: await selectKeyIds(db),
    tables,
    sequences: await readSequences(db),
    jobs: await folder.writeLines(JOBS, waiting),
  };
  return { rows, named: await selectNamedFiles(db) };
}

/** Makes the text of values independent of the database's settings. */
const AS_TEXT = { datestyle: 'ISO', timezone: 'UTC', bytea_output: 'hex', extra_float_digits: '1' };

/** Copies files in parallel, because buckets respond slowly. */
async function writeFiles(
  { files, folder, pauseDeletion, report }: BackupParts,
  named: readonly NamedFile[],
): Promise<Pick<Manifest, 'files' | 'missing' | 'temporary'>> {
  const missing: string[] = [];
  const temporary: string[] = [];
  let written = 0;
  let renewedAt = performance.now();
  const queue = named.values();
  const work = async (): Promise<void> => {
    for (const { key, kind } of queue) {
      if (performance.now() - renewedAt > RENEW_EVERY_MS) {
        renewedAt = performance.now();
        await pauseDeletion();
      }
      const bytes = await files.read(key);
      if (bytes) await folder.write(FILES + key, bytes);
      else if (kind !== 'upload') missing.push(key);
      if (bytes) written += 1;
      if (bytes && kind !== 'lasting') temporary.push(key);
      if (bytes && written % PROGRESS_EVERY === 0) report(`${written} of ${named.length} files …`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return { files: written, temporary: temporary.toSorted(), missing: missing.toSorted() };
}
