import { createPgConfig } from '@electric-sql/pglite/node-postgres';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createEmbeddedPool } from '#server/database/pglite-engine.ts';
import { startPgliteHousekeeping } from '#server/database/pglite-housekeeping.ts';
import { createEmptyDatabase } from './empty-database.ts';

const LOOK_MS = 5000;
/** Patience for a busy machine. */
const PATIENCE = { timeout: 60_000 };

/** A database with recorded statements and a fake clock. */
async function openTidied() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const database = await createEmptyDatabase();
  const pool = createEmbeddedPool(createPgConfig(database));
  const statements: string[] = [];
  pool.on('connect', (client) => {
    const query = client.query.bind(client);
    const noted = vi.spyOn(client, 'query');
    noted.mockImplementation((...asked: unknown[]) => {
      statements.push(String(asked[0]));
      return Reflect.apply(query, client, asked);
    });
  });
  const faults: unknown[] = [];
  const housekeeping = startPgliteHousekeeping(pool, (_task, error) => void faults.push(error));
  onTestFinished(async () => {
    await housekeeping.stop();
    vi.useRealTimers();
    await pool.end();
    await database.close();
  });
  return { pool, faults, tidied: () => statements.filter((each) => /^(?:vacuum|checkpoint)/.test(each)) };
}

test('an embedded database vacuums only tables that need it', async () => {
  const { pool, faults, tidied } = await openTidied();
  for (const table of ['worn', 'whole']) {
    await pool.query(`create table ${table} (value int)`);
    await pool.query(`insert into ${table} select generate_series(1, 500)`);
  }
  await pool.query('update worn set value = value + 1');
  await pool.query('update whole set value = value + 1 where value < 10');
  await pool.query('select pg_stat_force_next_flush()');
  await vi.waitFor(async () => {
    await vi.advanceTimersByTimeAsync(LOOK_MS);
    expect(tidied()).toContain('vacuum worn');
  }, PATIENCE);
  expect(tidied()).not.toContain('vacuum whole');
  expect(faults).toEqual([]);
});

test('an embedded database writes checkpoints by volume only', async () => {
  const { pool, tidied } = await openTidied();
  await pool.query('create table written (value text)');
  await vi.advanceTimersByTimeAsync(LOOK_MS);
  expect(tidied()).not.toContain('checkpoint');
  await pool.query(`insert into written select repeat(md5(n::text), 60) from generate_series(1, 10000) n`);
  await vi.waitFor(async () => {
    await vi.advanceTimersByTimeAsync(LOOK_MS);
    expect(tidied()).toContain('checkpoint');
  }, PATIENCE);
});
