import fs, { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { createPgConfig } from '@electric-sql/pglite/node-postgres';
import { sql } from 'kysely';
import type { Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { printError } from '#server/http/error-log.ts';
import { isDatabaseUnavailable } from '#server/database/storage-errors.ts';
import { openStorage, type Storage } from '#server/database/database.ts';
import { openEngine, type Engine } from '#server/database/pglite-engine.ts';
import { openPglite } from '#server/database/pglite.ts';
import { putEmptyDatabase } from './empty-database.ts';
import { suiteFolder, temporaryFolder } from '#test/support/temporary-folder.ts';

/** An engine that breaks on demand, like a WebAssembly trap. */
async function openBrittle(dataDir: string): Promise<{ engine: Engine; break: () => void }> {
  const database = await PGlite.create(path.join(dataDir, 'database'));
  return {
    engine: { connection: createPgConfig(database).connection, close: () => database.close() },
    break: () => {
      database.execProtocolStream = async () => {
        throw new WebAssembly.RuntimeError('unreachable');
      };
    },
  };
}

test('an embedded database lets a connection in between two statements', async () => {
  const dataDir = temporaryFolder();
  await putEmptyDatabase(dataDir);
  const { pool, close } = await openPglite({ dataDir }, printError);
  const select = (value: number) => pool.query('select $1::int', [value]);
  await select(0);
  let [turns, isCounting] = [0, true];
  const count = (): void => {
    turns += 1;
    // Each in the next turn of the event loop.
    if (isCounting) setImmediate(count);
  };
  setImmediate(count);
  await Promise.all(Array.from({ length: 50 }, (_each, value) => select(value)));
  isCounting = false;
  expect(turns).toBeGreaterThanOrEqual(50);
  await close();
});

describe('an embedded database with a broken engine', () => {
  let dataDir: string;
  beforeEach(async () => {
    dataDir = temporaryFolder();
    await putEmptyDatabase(dataDir);
  });

  test('reopens with committed data only', async () => {
    const opened: (() => void)[] = [];
    const faults: string[] = [];
    const { pool, close } = await openEngine(
      async () => {
        const brittle = await openBrittle(dataDir);
        opened.push(brittle.break);
        return brittle.engine;
      },
      (task) => void faults.push(task),
    );
    const client = await pool.connect();
    await client.query('create table kept (what text)');
    await client.query(`insert into kept values ('committed')`);
    await client.query('begin');
    await client.query(`insert into kept values ('open')`);
    const late = pool.query(`insert into kept values ('late')`);
    opened[0]?.();
    await expect(client.query('commit')).rejects.toThrow('unreachable');
    client.release();
    await expect(late).rejects.toSatisfy(isDatabaseUnavailable);
    await expect.poll(() => opened.length).toBe(2);
    await expect.poll(() => keptIn(pool)).toEqual(['committed']);
    await pool.query(`insert into kept values ('later')`);
    expect(await keptIn(pool)).toEqual(['committed', 'later']);
    expect(faults).toEqual(['the embedded database, which is opened again']);
    await close();
  });

  test('recovers once its log has space', async () => {
    const { db, pool, close } = await openStorage({ dataDir }, () => undefined);
    await sql`create table kept (what text)`.execute(db);
    await sql`insert into kept values ('committed')`.execute(db);
    const write = fs.writeSync;
    fs.writeSync = () => {
      throw Object.assign(new Error('no space left on device, write'), { code: 'ENOSPC', errno: -28 });
    };
    const refused = await Promise.allSettled(
      ['one', 'two', 'three'].map((what) => sql`insert into kept values (${what})`.execute(db)),
    );
    for (const each of refused) expect(each).toMatchObject({ status: 'rejected' });
    for (const each of refused) expect('reason' in each && isDatabaseUnavailable(each.reason)).toBe(true);
    await expect(keptIn(pool)).rejects.toSatisfy(isDatabaseUnavailable);
    fs.writeSync = write;
    await expect.poll(() => keptIn(pool).catch(() => [])).toEqual(['committed']);
    await sql`insert into kept values ('later')`.execute(db);
    await close();
    const next = await openPglite({ dataDir }, printError);
    expect(await keptIn(next.pool)).toEqual(['committed', 'later']);
    await next.close();
  });
});

async function keptIn(pool: Pool): Promise<unknown[]> {
  const { rows } = await pool.query<{ what: string }>('select what from kept');
  return rows.map(({ what }) => what);
}

describe('the embedded database', () => {
  const dataDir = suiteFolder();
  let storage: Storage;
  beforeAll(async () => {
    // The leftovers of a killed first start.
    mkdirSync(path.join(dataDir, 'database.init'));
    writeFileSync(path.join(dataDir, 'database.init', 'PG_VERSION'), 'half');
    storage = await openStorage({ dataDir });
  });
  afterAll(() => storage.close());

  test('restarts an interrupted first start', () => {
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

  test('keeps data over a restart, and admits the next process', async () => {
    const kept = { name: 'kept', value: Buffer.from('yes') };
    await storage.db.insertInto('server_secret').values(kept).execute();
    await storage.close();
    storage = await openStorage({ dataDir });
    expect(await storage.db.selectFrom('server_secret').select(['name', 'value']).execute()).toEqual([kept]);
  });

  test('leaves nothing of fifty failed transactions', async () => {
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

  test('fails a query outside of its transaction instead of hanging', async () => {
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

test.each([
  ['is missing', (file: string) => rmSync(file)],
  ['is garbage', (file: string) => writeFileSync(file, Buffer.alloc(8192, 7))],
])('an embedded database whose control file %s points to the backup', async (_how, damage) => {
  const dataDir = temporaryFolder();
  await putEmptyDatabase(dataDir);
  damage(path.join(dataDir, 'database/global/pg_control'));
  await expect(openPglite({ dataDir }, printError)).rejects.toThrow(/cannot be opened.*last backup/);
});
