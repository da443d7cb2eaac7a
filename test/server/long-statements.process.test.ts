import type { ChildProcess } from 'node:child_process';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createDirectoryStore } from '#server/lookup/directory-store.ts';
import { inCycle } from '#server/student-tables/cycle-store.ts';
import { selectSubmittedKeys } from '#server/student-tables/submission-store.ts';
import { openStorage, type Storage } from '#server/database/database.ts';
import { countExpired, deleteExpiredRows, selectExpiredStudents } from '#server/retention/retention-store.ts';
import { createPostgresPool } from '#server/database/postgres-pool.ts';
import { runCommand } from '#test/support/run-command.ts';
import { EAST_HIGH } from './lookup/school-fixture.ts';
import { describeWith, postgresUrl } from '#test/support/services.ts';
import { createPostgresDatabase } from './test-storage.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

/** Longer than a request's statement limit. */
const LONG_MS = 6000;
/** Longer than a request's idle transaction limit. */
const STALL_MS = 32_000;

test('a pool opens connections on use', async () => {
  const pool = createPostgresPool('postgres://nobody@127.0.0.1:1/none', () => undefined);
  expect(pool.totalCount).toBe(0);
  await pool.end();
});

describeWith(['postgres'], 'on PostgreSQL', () => {
  let database: Awaited<ReturnType<typeof createPostgresDatabase>>;
  let storage: Storage;
  beforeEach(async () => {
    database = await createPostgresDatabase(postgresUrl);
    storage = await openStorage({ dataDir: '', databaseUrl: database.url });
  });
  afterEach(async () => {
    await storage.close();
    await database.drop();
  });

  /** Delays a statement like a slow one. */
  async function hold(table: string, forMs = LONG_MS): Promise<() => Promise<void>> {
    const client = new Client({ connectionString: database.url });
    client.on('error', () => undefined);
    await client.connect();
    await client.query(`begin; lock table ${table} in access exclusive mode`);
    void delay(forMs).then(() => client.end());
    return () => client.end();
  }

  /** Pauses a process in a transaction, once it waits for a locked table. */
  async function stall(child: ChildProcess, release: () => Promise<void>): Promise<void> {
    const waiting = 'select from pg_locks where not granted';
    await vi.waitUntil(async () => (await storage.pool.query(waiting)).rowCount, { timeout: STALL_MS });
    child.kill('SIGSTOP');
    await release();
    await delay(STALL_MS);
    child.kill('SIGCONT');
  }

  test('a migration has no time limit', async () => {
    await hold('kysely_migration');
    const again = await openStorage({ dataDir: '', databaseUrl: database.url });
    expect(again.engine).toBe('postgres');
    await again.close();
  });

  test('publishing an import has no time limit', async () => {
    const store = createDirectoryStore(storage.db);
    const key = await store.beginImport('hs_ceeb', 'nces-public');
    await store.addEntries(key, [EAST_HIGH]);
    await hold('lookup_source');
    await store.publish(key, new Date());
    await hold('lookup_code');
    await store.replaceCodes('hs_ceeb', new Map([[EAST_HIGH.id, '060400']]));
    expect(await store.find('hs_ceeb', EAST_HIGH.id)).toMatchObject({ ceeb: '060400' });
  });

  test("finding an export's columns has no time limit", async () => {
    await hold('submission');
    expect(
      await selectSubmittedKeys(storage.db, { since: new Date(0), filter: inCycle(undefined, undefined) }),
    ).toEqual(new Set());
  });

  test('retention can search for long', { timeout: 5 * LONG_MS }, async () => {
    const [draft, notified, login] = [new Date(), new Date(), new Date()];
    const others = { unconfirmed: draft, session: draft, limit: draft, submitted: draft, notice: draft };
    const limits = { ...others, draft, notified, login };
    await hold('student');
    expect(await countExpired(storage.db, 'draft', limits)).toEqual({ count: 0, oldest: null });
    await hold('student');
    expect(await selectExpiredStudents(storage.db, 'draft', limits, 1)).toEqual([]);
    await hold('login');
    expect(await deleteExpiredRows(storage.db, 'login', limits, 1)).toBe(0);
  });

  test('a sequence of statements has no total time limit', async () => {
    const pool = createPostgresPool(database.url, () => undefined, { hangsAfterMs: 1000 });
    const client = await pool.connect();
    for (let turn = 0; turn < 5; turn += 1) {
      const { rowCount } = await client.query('select pg_sleep(0.4)');
      expect(rowCount).toBe(1);
    }
    client.release();
    await pool.end();
  });

  test('a backup waits for a stalled target', { timeout: 4 * STALL_MS }, async () => {
    const folder = temporaryFolder();
    const release = await hold('submission', STALL_MS);
    const env = { DATABASE_URL: database.url, DATA_DIR: folder };
    const ran = runCommand('backup', ['--to', path.join(folder, 'backup')], env, {
      meet: (child) => void stall(child, release),
    });
    expect(await ran).toMatchObject({ code: 0, out: expect.stringContaining('The folder is') });
  });

  test("a request's statement ends after five seconds", async () => {
    await expect(storage.pool.query('select pg_sleep(6)')).rejects.toThrow('statement timeout');
  });
});
