import { EventEmitter } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { Pool, type PoolConfig } from 'pg';
import type { OnError } from '../http/error-log.ts';
import { handleConnectionErrors } from './postgres-pool.ts';

/** Between two tries to open the database again, whose disk may be full for long. */
const RETRY_MS = 1000;

/** One engine over the folder, and its only connection, as PGlite's adapter makes it. */
export type Engine = { readonly connection: EventEmitter; close(): Promise<void> };

/**
 * Opens the embedded engine, and a new one when it breaks: WebAssembly can trap, and PostgreSQL ends itself when its
 * log cannot be written (PANIC), as on a full disk. The new one recovers all that was acknowledged from the log. Until
 * then nobody gets a connection.
 *
 * @param open opens the folder; called again until it succeeds
 */
export async function openEngine(open: () => Promise<Engine>, onError: OnError) {
  let engine: Engine | undefined = await open();
  const closing = new AbortController();
  let reopening = Promise.resolve();
  const pool = createEmbeddedPool({});
  Object.defineProperty(pool.options, 'connection', { get: () => engine?.connection ?? new NoEngine() });

  const replace = async (): Promise<void> => {
    for (let tries = 0; !engine && !closing.signal.aborted; tries += 1) {
      try {
        engine = await open();
      } catch (error) {
        if (tries === 0) onError('the embedded database, which does not open again yet', error);
        await delay(RETRY_MS);
      }
    }
  };
  const onBroken = (error: unknown): void => {
    if (!engine || closing.signal.aborted) return;
    // It is not closed: what a broken engine would still write is not to be trusted.
    engine = undefined;
    onError('the embedded database, which is opened again', error);
    reopening = replace();
  };
  handleConnectionErrors(pool, (_task, error) => onBroken(error));
  pool.on('connect', () => {
    const connection = engine?.connection;
    // After the client's own listener, which fails the statement. No further one may reach the engine.
    connection?.on('errorMessage', (error: { readonly severity?: string }) => {
      if (error.severity === 'PANIC' || error.severity === 'FATAL') connection.emit('error', error);
    });
  });
  return {
    pool,
    async close() {
      closing.abort();
      await reopening;
      await pool.end();
      await engine?.close();
    },
  };
}

/** In place of the connection while there is no engine: refuses, as a server does that is starting. */
class NoEngine extends EventEmitter {
  readonly stream = { destroy: (): void => undefined };

  connect(): void {
    const error = Object.assign(new Error('The embedded database is being opened again.'), { code: '57P03' });
    process.nextTick(() => this.emit('error', error));
  }

  end(): void {
    process.nextTick(() => this.emit('end'));
  }
}

/**
 * Creates the `pg` pool over an embedded database with the adapter's `createPgConfig`. One connection for the one
 * session, never idle out (a destroyed client leaves its transaction open), and five seconds to wait, not forever.
 */
export function createEmbeddedPool(connection: PoolConfig): Pool {
  return new Pool({
    ...connection,
    max: 1,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: 5000,
  });
}
