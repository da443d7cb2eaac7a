import { existsSync, mkdirSync, renameSync, rmSync, fdatasyncSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { createPgConfig } from '@electric-sql/pglite/node-postgres';
import type { OnError } from '../http/error-log.ts';
import { openEngine, type Engine } from './pglite-engine.ts';
import { startPgliteHousekeeping } from './pglite-housekeeping.ts';
import { DatabaseSync } from 'node:sqlite';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { isRecord } from '#form/definition/own-property.ts';

type PgliteSettings = { readonly dataDir: string; readonly cacheMegabytes?: number };

/**
 * Opens the embedded PostgreSQL in `dataDir`, creating it at the first start. Ensures one process per directory, a real
 * fsync at each commit, atomic creation, housekeeping, and a new engine after a crash.
 * @throws Error with a sentence for the operator if the directory is in use, or cannot be opened
 */
export async function openPglite({ dataDir, cacheMegabytes }: PgliteSettings, onError: OnError) {
  const lock = lockDirectory(dataDir);
  try {
    const folder = embeddedFolder(dataDir);
    if (!existsSync(folder)) await createDatabase(folder);
    const engine = await openEngine(() => openEmbedded(folder, cacheMegabytes), onError).catch((error) => {
      throw unopenedFault(folder, error);
    });
    const housekeeping = startPgliteHousekeeping(engine.pool, onError);
    return {
      pool: engine.pool,
      async close() {
        // A broken engine cannot write a checkpoint; the next start recovers from the log.
        await housekeeping.stop().catch((error: unknown) => onError('housekeeping', error));
        await engine.close();
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** Returns the folder of the embedded database. */
export function embeddedFolder(dataDir: string): string {
  return join(dataDir, 'database');
}

/** Creates the database under another name, then renames it: an interrupted initialization never opens. */
async function createDatabase(folder: string): Promise<void> {
  const unfinished = `${folder}.init`;
  rmSync(unfinished, { recursive: true, force: true });
  const database = await openFolder(unfinished);
  await database.close();
  renameSync(unfinished, folder);
}

/** Explains an error of the engine, which gives no reason. */
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
  const { connection } = createPgConfig(database);
  const sync = connection.sync.bind(connection);
  // Ends each statement in another turn of the event loop: else all that wait would run in one, and as libuv accepts one
  // connection per turn, new clients would wait for seconds.
  connection.sync = () => void setImmediate(sync);
  return { connection, close: () => database.close() };
}

function openFolder(folder: string, cacheMegabytes?: number): Promise<PGlite> {
  return PGlite.create({ fs: new DurableNodeFs(folder), startParams: durableStartParams(cacheMegabytes) });
}

/**
 * Locks a data directory: a second process would lose rows. The kernel releases it with its owner.
 * @throws Error with a sentence for the operator if another process holds it
 */
export function lockDirectory(directory: string) {
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

/** Argument of the embedded file operations: only the host's file descriptor matters here. */
type OpenStream = { readonly nfd?: number };

/** PGlite's folder with fsync at each commit, and files for the owner only. */
class DurableNodeFs extends NodeFS {
  override async init(...args: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const initialised = await super.init(...args);
    initialised.emscriptenOpts.preRun?.push((module) => {
      Object.assign(operationsOf(module.NODEFS, 'stream_ops'), { fsync: syncToDisk });
      const nodeOperations = operationsOf(module.NODEFS, 'node_ops');
      Object.assign(nodeOperations, { setattr: forOwnerAlone(nodeOperations['setattr']) });
    });
    return initialised;
  }
}

/** PGlite's start parameters with fsync on, in a form that {@link DurableNodeFs} sees. */
function durableStartParams(cacheMegabytes: number = 128): string[] {
  return PGlite.defaultStartParams
    .filter((param) => param !== '-F')
    .concat('-c', 'wal_sync_method=fsync', '-c', `shared_buffers=${cacheMegabytes}MB`);
}

function syncToDisk(stream: OpenStream): number {
  if (stream.nfd !== undefined) fdatasyncSync(stream.nfd);
  return 0;
}

/** Wraps an attribute change to deny access to other users. */
function forOwnerAlone(setAttributes: unknown) {
  if (typeof setAttributes !== 'function') throw new Error(unknownPglite('node_ops.setattr'));
  return (node: unknown, { mode, ...rest }: { readonly mode?: number }): void =>
    void setAttributes(node, mode === undefined ? rest : { ...rest, mode: mode & ~0o077 });
}

/** Returns file system operations, which the published types lack, after checking their presence. */
function operationsOf(nodefs: object, name: 'stream_ops' | 'node_ops'): Record<string, unknown> {
  const operations: unknown = Reflect.get(nodefs, name);
  if (isRecord(operations)) return operations;
  throw new Error(unknownPglite(name));
}

function unknownPglite(part: string): string {
  return `This version of @electric-sql/pglite has no NODEFS.${part}: its files cannot be kept safe.`;
}
