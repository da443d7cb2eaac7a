import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { createPgConfig } from '@electric-sql/pglite/node-postgres';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { printFault } from '#server/fault-log.ts';
import { isDatabaseUnavailable } from '#server/storage/database-unavailable.ts';
import { openStorage, type Storage } from '#server/storage/database.ts';
import { closeWhenBroken, createEmbeddedPool, openPglite } from '#server/storage/pglite.ts';
import { putEmptyDatabase } from './empty-database.ts';

/** An engine that breaks on demand, as WebAssembly does at a trap. */
class Brittle extends PGlite {
  isBroken = false;

  override async execProtocolStream(...given: Parameters<PGlite['execProtocolStream']>) {
    if (this.isBroken) throw new WebAssembly.RuntimeError('unreachable');
    return super.execProtocolStream(...given);
  }
}

describe('an embedded database whose engine breaks', () => {
  test('takes nothing any more, and the next start has what was committed, and nothing else', async () => {
    const dataDir = mkdtempSync(path.join(tmpdir(), 'broken-'));
    await putEmptyDatabase(dataDir);
    const engine = new Brittle(path.join(dataDir, 'database'));
    const pool = createEmbeddedPool(createPgConfig(engine));
    const faults: string[] = [];
    const failed = closeWhenBroken(pool, (task) => void faults.push(task));
    const client = await pool.connect();
    await client.query('create table kept (what text)');
    await client.query(`insert into kept values ('committed')`);
    await client.query('begin');
    await client.query(`insert into kept values ('open')`);
    engine.isBroken = true;
    await expect(client.query('commit')).rejects.toThrow('unreachable');
    client.release();
    expect(await failed).toBeInstanceOf(WebAssembly.RuntimeError);
    engine.isBroken = false;
    await expect(pool.query(`insert into kept values ('late')`)).rejects.toSatisfy(isDatabaseUnavailable);
    expect(faults).toEqual(['the embedded database']);
    const next = await openPglite({ dataDir }, printFault);
    expect((await next.pool.query('select what from kept')).rows).toEqual([{ what: 'committed' }]);
    await next.close();
    rmSync(dataDir, { recursive: true });
  });
});

describe('the embedded database', () => {
  let dataDir: string;
  let storage: Storage;
  beforeAll(async () => {
    dataDir = mkdtempSync(path.join(tmpdir(), 'pglite-'));
    // What a process leaves that was killed while it made the database for the first time.
    mkdirSync(path.join(dataDir, 'database.init'));
    writeFileSync(path.join(dataDir, 'database.init', 'PG_VERSION'), 'half');
    storage = await openStorage({ dataDir });
  });
  afterAll(async () => {
    await storage.close();
    rmSync(dataDir, { recursive: true });
  });

  test('starts over a first start that was interrupted', () => {
    expect(readdirSync(dataDir)).toContain('database');
    expect(readdirSync(dataDir)).not.toContain('database.init');
  });

  test('refuses a second process on its directory', async () => {
    await expect(openStorage({ dataDir })).rejects.toThrow(
      /Another Matricula server is running on .*DATA_DIR/,
    );
  });

  test('syncs each commit to the disk', async () => {
    const settings = await sql<{ fsync: string; method: string; commit: string }>`
      select current_setting('fsync') as fsync, current_setting('wal_sync_method') as method,
        current_setting('synchronous_commit') as commit`.execute(storage.db);
    expect(settings.rows).toEqual([{ fsync: 'on', method: 'fsync', commit: 'on' }]);
  });

  test('keeps what was written over a restart, and lets the next process in', async () => {
    const kept = { name: 'kept', value: Buffer.from('yes') };
    await storage.db.insertInto('server_secret').values(kept).execute();
    await storage.close();
    storage = await openStorage({ dataDir });
    expect(await storage.db.selectFrom('server_secret').select(['name', 'value']).execute()).toEqual([kept]);
  });

  test('leaves nothing behind of fifty transactions that fail', async () => {
    const { db } = storage;
    const before = await db.selectFrom('server_secret').selectAll().execute();
    const failing = Array.from({ length: 50 }, (_, index) =>
      db.transaction().execute(async (trx) => {
        const lost = { name: `lost-${index}`, value: Buffer.from('') };
        await trx.insertInto('server_secret').values(lost).execute();
        await sql`select 1 / 0`.execute(trx);
      }),
    );
    const results = await Promise.allSettled(failing);
    expect(results.every(({ status }) => status === 'rejected')).toBe(true);
    expect(await db.selectFrom('server_secret').selectAll().execute()).toEqual(before);
  });

  test('fails a query outside of its own transaction instead of hanging', async () => {
    const { db, pool } = storage;
    expect(pool.options.connectionTimeoutMillis).toBe(5000);
    pool.options.connectionTimeoutMillis = 50;
    const inside = db.transaction().execute(async () => {
      await db.selectFrom('student').selectAll().execute();
    });
    await expect(inside).rejects.toThrow('timeout exceeded when trying to connect');
    pool.options.connectionTimeoutMillis = 5000;
    expect(await db.selectFrom('student').selectAll().execute()).toEqual([]);
  });
});
