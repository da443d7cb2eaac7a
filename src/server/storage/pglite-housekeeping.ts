import type pg from 'pg';
import type { OnFault } from '../fault-log.ts';

const INTERVAL_MS = 60_000;
/** The embedded engine ignores `max_wal_size` and has no autovacuum; this much log is worth a tidy-up. */
const WAL_BYTES = 16 * 1024 * 1024;

export type PgliteHousekeeping = { stop(): Promise<void> };

/** Runs CHECKPOINT and VACUUM once a minute when enough was written since, and CHECKPOINT at the stop. */
export function startPgliteHousekeeping(pool: pg.Pool, onFault: OnFault): PgliteHousekeeping {
  let tidiedAt = 0n;
  let running: Promise<void> = Promise.resolve();
  async function tidy(): Promise<void> {
    const written = await writtenBytes(pool);
    if (written - tidiedAt < WAL_BYTES) return;
    await runOnPglite(pool, 'checkpoint');
    await runOnPglite(pool, 'vacuum');
    tidiedAt = await writtenBytes(pool);
  }
  const timer = setInterval(() => {
    // A tidy-up that fails is logged and tried again a minute later; saving must not stop for it.
    running = running.then(tidy).catch((error: unknown) => onFault('housekeeping', error));
  }, INTERVAL_MS);
  timer.unref();
  return {
    async stop() {
      clearInterval(timer);
      await running;
      await runOnPglite(pool, 'checkpoint');
    },
  };
}

/** Position in the write-ahead log, in bytes since the database was made. */
async function writtenBytes(pool: pg.Pool): Promise<bigint> {
  const result = await runOnPglite(
    pool,
    `select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::text as bytes`,
  );
  return BigInt(String(result.rows[0]?.bytes ?? 0));
}

/** Not `pool.query`: that destroys the client after an error, which an embedded database does not survive. */
async function runOnPglite(pool: pg.Pool, statement: string): Promise<pg.QueryResult> {
  const client = await pool.connect();
  try {
    return await client.query(statement);
  } finally {
    client.release();
  }
}
