import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import type { OnError } from '../http/error-log.ts';

const INTERVAL_MS = 5000;
const AFTER_FAULT_MS = 60_000;
/** Log size before a checkpoint, which blocks all calls to write 16 MB. The embedded engine ignores `max_wal_size`. */
const WAL_BYTES = 16 * 1024 * 1024;
/** Rest after a statement, as a multiple of its duration, for other calls. */
const REST = 9;

/** Runs CHECKPOINT after enough writes, and VACUUM if needed. Rests after each. CHECKPOINT on stop. */
export function startPgliteHousekeeping(pool: pg.Pool, onError: OnError) {
  const stopping = new AbortController();
  /** Log position at the last checkpoint; the start made one. */
  let writtenBefore: bigint | undefined;
  let running = Promise.resolve();
  let timer = wait(INTERVAL_MS);

  async function tidy(): Promise<void> {
    const written = await writtenBytes(pool);
    writtenBefore ??= written;
    if (written - writtenBefore >= WAL_BYTES) {
      await runAlone('checkpoint');
      writtenBefore = written;
    }
    for (const table of await tablesToVacuum(pool)) await runAlone(`vacuum ${table}`);
  }

  async function runAlone(statement: string): Promise<void> {
    if (stopping.signal.aborted) return;
    const started = performance.now();
    await runOnPglite(pool, statement);
    const restMs = REST * (performance.now() - started);
    await delay(restMs, undefined, { signal: stopping.signal }).catch(() => undefined);
  }

  async function tidyAndGoOn(): Promise<void> {
    let nextMs = INTERVAL_MS;
    try {
      await tidy();
    } catch (error) {
      // Logged and retried; saves must continue.
      onError('housekeeping', error);
      nextMs = AFTER_FAULT_MS;
    }
    if (!stopping.signal.aborted) timer = wait(nextMs);
  }

  function wait(ms: number): NodeJS.Timeout {
    return setTimeout(() => {
      running = tidyAndGoOn();
    }, ms).unref();
  }

  return {
    async stop(): Promise<void> {
      stopping.abort();
      clearTimeout(timer);
      await running;
      await runOnPglite(pool, 'checkpoint');
    },
  };
}

/** Returns the position in the write-ahead log, in bytes since the database was created. */
async function writtenBytes(pool: pg.Pool): Promise<bigint> {
  const { rows } = await runOnPglite<{ readonly bytes: string }>(
    pool,
    `select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::text as bytes`,
  );
  return BigInt(rows[0]?.bytes ?? 0);
}

/** Returns tables due for autovacuum: a fifth of their rows (or TOAST rows) is dead, or transaction IDs run out. */
async function tablesToVacuum(pool: pg.Pool): Promise<readonly string[]> {
  const { rows } = await runOnPglite<{ readonly name: string }>(
    pool,
    `select c.oid::regclass::text as name
      from pg_class c join pg_stat_all_tables s on s.relid = c.oid
        left join pg_stat_all_tables long on long.relid = c.reltoastrelid
      where c.relkind = 'r' and c.relpersistence = 'p' and (
        s.n_dead_tup > 50 + 0.2 * s.n_live_tup or long.n_dead_tup > 50 + 0.2 * long.n_live_tup
        or age(c.relfrozenxid) > 160000000)
      order by s.n_dead_tup desc`,
  );
  return rows.map(({ name }) => name);
}

/** Not `pool.query`, which destroys the client after an error; an embedded database does not survive that. */
async function runOnPglite<Row extends pg.QueryResultRow>(
  pool: pg.Pool,
  statement: string,
): Promise<pg.QueryResult<Row>> {
  const client = await pool.connect();
  try {
    return await client.query<Row>(statement);
  } finally {
    client.release();
  }
}
