import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { createPgConfig } from '@electric-sql/pglite/node-postgres';
import type { Pool } from 'pg';
import type { OnFault } from '../fault-log.ts';
import type { StorageSettings } from './storage-settings.ts';
import { DurableNodeFs, durableStartParams } from './durable-node-fs.ts';
import { openEngine, type Engine } from './pglite-engine.ts';
import { startPgliteHousekeeping } from './pglite-housekeeping.ts';
import { DatabaseSync } from 'node:sqlite';

export type EmbeddedDatabase = {
  readonly pool: Pool;
  close(): Promise<void>;
};

/**
 * Opens the embedded PostgreSQL in `dataDir`, creating it at the first start. Guards: one process per
 * directory, a real fsync at each commit, a directory that appears only when it is complete, regular
 * CHECKPOINT and VACUUM, a pool of one connection that is never destroyed, and a new engine in place of a broken one.
 *
 * @throws Error with a sentence for the operator when the directory is in use, or what is in it cannot be opened
 */
export async function openPglite(
  { dataDir, cacheMegabytes }: Pick<StorageSettings, 'dataDir' | 'cacheMegabytes'>,
  onFault: OnFault,
): Promise<EmbeddedDatabase> {
  mkdirSync(dataDir, { recursive: true });
  const lock = lockDirectory(join(dataDir, 'database.lock'), dataDir);
  try {
    const folder = join(dataDir, 'database');
    if (!existsSync(folder)) await createDatabase(folder);
    const engine = await openEngine(() => openEmbedded(folder, cacheMegabytes), onFault).catch((error) => {
      throw unopenedFault(folder, error);
    });
    const housekeeping = startPgliteHousekeeping(engine.pool, onFault);
    return {
      pool: engine.pool,
      async close() {
        // An engine that is broken cannot write a checkpoint; the next start recovers from the log.
        await housekeeping.stop().catch((error: unknown) => onFault('housekeeping', error));
        await engine.close();
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** An interrupted initialisation never opens again: make it aside, then rename. */
async function createDatabase(folder: string): Promise<void> {
  const unfinished = `${folder}.init`;
  rmSync(unfinished, { recursive: true, force: true });
  const database = await openFolder(unfinished);
  await database.close();
  renameSync(unfinished, folder);
}

/** The engine itself gives no reason. */
function unopenedFault(folder: string, cause: unknown): Error {
  return new Error(
    `The embedded database in ${folder} cannot be opened: a file of it is missing or damaged, or the disk is full. ` +
      'Nothing was changed. Make space if there is none; else keep this folder aside, put the one of the last backup ' +
      'in its place, and start again.',
    { cause },
  );
}

async function openEmbedded(folder: string, cacheMegabytes?: number): Promise<Engine> {
  const database = await openFolder(folder, cacheMegabytes);
  return { connection: createPgConfig(database).connection, close: () => database.close() };
}

function openFolder(folder: string, cacheMegabytes?: number): Promise<PGlite> {
  return PGlite.create({ fs: new DurableNodeFs(folder), startParams: durableStartParams(cacheMegabytes) });
}

type DirectoryLock = { release(): void };

/**
 * Takes the one lock of a data directory. The embedded database has none of its own: a second process
 * would open the same files and both would lose rows. The kernel frees the lock when its owner dies.
 *
 * @throws Error with a sentence for the operator when another process holds it.
 */
function lockDirectory(lockFile: string, directory: string): DirectoryLock {
  const lock = new DatabaseSync(lockFile);
  try {
    lock.exec('pragma busy_timeout = 0; pragma journal_mode = memory; begin exclusive');
  } catch (cause) {
    lock.close();
    throw new Error(
      `Another Matricula server is running on ${directory}. Stop it, or give this one its own DATA_DIR.`,
      { cause },
    );
  }
  return { release: () => lock.close() };
}
