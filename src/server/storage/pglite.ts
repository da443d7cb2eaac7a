import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { PGlite } from '@electric-sql/pglite';
import { createPgConfig } from '@electric-sql/pglite/node-postgres';
import type { Pool } from 'pg';
import type { OnFault } from '../http/error-log.ts';
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
  const lock = lockDirectory(dataDir);
  try {
    const folder = embeddedFolder(dataDir);
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

/** Where the embedded database of a data directory is. */
export function embeddedFolder(dataDir: string): string {
  return join(dataDir, 'database');
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
  yieldBetweenStatements(database);
  return { connection: createPgConfig(database).connection, close: () => database.close() };
}

/** So long the engine may run on at least before whatever else arrived in between is read. */
const SHORTEST_RUN_MS = 5;

/**
 * Lets the event loop turn between statements. The engine runs in this thread and answers within the same turn: whatever
 * asks one statement after the other, a hundred mails or somebody's flood, would otherwise run to its end before
 * anybody's save is even read. Then it may run for as long as the turn took: among a crowd that opens the page a turn is
 * long, and saves would wait for many of them.
 */
function yieldBetweenStatements(database: PGlite): void {
  const run = database.execProtocolStream.bind(database);
  let resumedAt = performance.now();
  let runMs = SHORTEST_RUN_MS;
  database.execProtocolStream = async (...statement) => {
    const askedAt = performance.now();
    if (askedAt - resumedAt > runMs) {
      await setImmediate();
      resumedAt = performance.now();
      runMs = Math.max(SHORTEST_RUN_MS, resumedAt - askedAt);
    }
    return run(...statement);
  };
}

function openFolder(folder: string, cacheMegabytes?: number): Promise<PGlite> {
  return PGlite.create({ fs: new DurableNodeFs(folder), startParams: durableStartParams(cacheMegabytes) });
}

type DirectoryLock = { release(): void };

/**
 * Takes the one lock of a data directory, which is made where it is missing. The embedded database has none of its own: a second process
 * would open the same files and both would lose rows. The kernel frees the lock when its owner dies.
 *
 * @throws Error with a sentence for the operator when another process holds it.
 */
export function lockDirectory(directory: string): DirectoryLock {
  mkdirSync(directory, { recursive: true });
  const lock = new DatabaseSync(join(directory, 'database.lock'));
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
