import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { createPgConfig } from '@electric-sql/pglite/node-postgres';
import { Pool, type PoolConfig } from 'pg';
import type { OnFault } from '../fault-log.ts';
import type { StorageSettings } from './storage-settings.ts';
import { handleConnectionErrors } from './database-connections.ts';
import { DurableNodeFs, durableStartParams } from './durable-node-fs.ts';
import { startPgliteHousekeeping } from './pglite-housekeeping.ts';
import { DatabaseSync } from 'node:sqlite';

export type EmbeddedDatabase = {
  readonly pool: Pool;
  /** Resolves with the fault that ended the engine; pending as long as it works. */
  readonly failed: Promise<unknown>;
  close(): Promise<void>;
};

/**
 * Opens the embedded PostgreSQL in `dataDir`, creating it at the first start. Guards: one process per
 * directory, a real fsync at each commit, a directory that appears only when it is complete, regular
 * CHECKPOINT and VACUUM, and a pool of one connection that is never destroyed.
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
    const database = await openFolder(folder, cacheMegabytes);
    const pool = createEmbeddedPool(createPgConfig(database));
    const failed = closeWhenBroken(pool, onFault);
    const housekeeping = startPgliteHousekeeping(pool, onFault);
    return {
      pool,
      failed,
      async close() {
        // What a broken engine would still write is not to be trusted; the next start recovers from its log.
        if (!pool.ending)
          await closeAll([() => housekeeping.stop(), () => pool.end(), () => database.close()]);
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/**
 * The `pg` pool over an embedded database, whose connection is the adapter's `createPgConfig`. One connection, because the engine has one session; never idle
 * out, because a destroyed client would hand its open transaction to the next one; five seconds to wait,
 * so that a query outside of its own transaction fails instead of hanging.
 */
export function createEmbeddedPool(connection: PoolConfig): Pool {
  return new Pool({
    ...connection,
    max: 1,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: 5000,
  });
}

/**
 * The engine answers with an error of SQL, or it has broken: then the pool takes nobody any more, because whoever came
 * next could be inside of the transaction of the one before, and be answered "saved".
 *
 * @returns the fault with which the engine broke, once it has
 */
export function closeWhenBroken(pool: Pool, onFault: OnFault): Promise<unknown> {
  const { promise, resolve } = Promise.withResolvers<unknown>();
  handleConnectionErrors(pool, (_task, error) => {
    if (pool.ending) return;
    onFault('the embedded database', error);
    // It ends once its connection is back; nobody waits for it.
    pool.end().catch(() => undefined);
    resolve(error);
  });
  return promise;
}

/** An interrupted initialisation never opens again: make it aside, then rename. */
async function createDatabase(folder: string): Promise<void> {
  const unfinished = `${folder}.init`;
  rmSync(unfinished, { recursive: true, force: true });
  const database = await openFolder(unfinished);
  await database.close();
  renameSync(unfinished, folder);
}

function openFolder(folder: string, cacheMegabytes?: number): Promise<PGlite> {
  return PGlite.create({ fs: new DurableNodeFs(folder), startParams: durableStartParams(cacheMegabytes) });
}

async function closeAll(steps: readonly (() => unknown)[]): Promise<void> {
  for (const step of steps) await step();
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
