import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { createPgConfig } from '@electric-sql/pglite/node-postgres';
import { Pool, type PoolConfig } from 'pg';
import type { OnFault } from '../fault-log.ts';
import { lockDirectory } from './directory-lock.ts';
import { DurableNodeFs, durableStartParams } from './durable-node-fs.ts';
import { startHousekeeping } from './pglite-housekeeping.ts';

export type EmbeddedDatabase = { readonly pool: Pool; close(): Promise<void> };

/**
 * Opens the embedded PostgreSQL in `dataDir`, creating it at the first start. Guards: one process per
 * directory, a real fsync at each commit, a directory that appears only when it is complete, regular
 * CHECKPOINT and VACUUM, and a pool of one connection that is never destroyed.
 */
export async function openPglite(dataDir: string, onFault: OnFault): Promise<EmbeddedDatabase> {
  mkdirSync(dataDir, { recursive: true });
  const lock = lockDirectory(join(dataDir, 'database.lock'), dataDir);
  try {
    const folder = join(dataDir, 'database');
    if (!existsSync(folder)) await createDatabase(folder);
    const database = await openFolder(folder);
    const pool = createEmbeddedPool(createPgConfig(database));
    const housekeeping = startHousekeeping(pool, onFault);
    return {
      pool,
      close: () =>
        closeAll([() => housekeeping.stop(), () => pool.end(), () => database.close(), () => lock.release()]),
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

/** An interrupted initialisation never opens again: make it aside, then rename. */
async function createDatabase(folder: string): Promise<void> {
  const unfinished = `${folder}.init`;
  rmSync(unfinished, { recursive: true, force: true });
  const database = await openFolder(unfinished);
  await database.close();
  renameSync(unfinished, folder);
}

function openFolder(folder: string): Promise<PGlite> {
  return PGlite.create({ fs: new DurableNodeFs(folder), startParams: durableStartParams() });
}

async function closeAll(steps: readonly (() => unknown)[]): Promise<void> {
  for (const step of steps) await step();
}
