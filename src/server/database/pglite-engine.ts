import { EventEmitter } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { Pool, type PoolConfig } from 'pg';
import type { OnError } from '../http/error-log.ts';
import { handleConnectionErrors } from './postgres-pool.ts';

/** Interval between attempts to reopen the database, whose disk can be full for long. */
const RETRY_MS = 1000;

/** An engine over the folder, and its only connection. */
export type Engine = { readonly connection: EventEmitter; close(): Promise<void> };

/**
 * Opens the embedded engine, and a new one when it breaks. WebAssembly can trap, and PostgreSQL ends itself when its
 * log cannot be written (PANIC), as on a full disk. The new one recovers all acknowledged data from the log. Until then
 * no connections are available.
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
    // Not closed: writes of a broken engine cannot be trusted.
    engine = undefined;
    onError('the embedded database, which is opened again', error);
    reopening = replace();
  };
  handleConnectionErrors(pool, (_task, error) => onBroken(error));
  pool.on('connect', () => {
    const connection = engine?.connection;
    // After the client's own listener, which fails the statement. No later statement may reach the engine.
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

/** Replaces the connection while there is no engine: refuses like a starting server. */
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
 * Creates the `pg` pool over an embedded database with the adapter's `createPgConfig`. One connection for the only
 * session, no idle timeout (a destroyed client leaves its transaction open), and a wait of at most five seconds.
 */
export function createEmbeddedPool(connection: PoolConfig): Pool {
  return new Pool({
    ...connection,
    max: 1,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: 5000,
  });
}
