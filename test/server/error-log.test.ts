import { createPgConfig } from '@electric-sql/pglite/node-postgres';
import Fastify from 'fastify';
import { Writable } from 'node:stream';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createErrorLog, logErrorsTo } from '#server/http/error-log.ts';
import { createPostgresPool } from '#server/database/postgres-pool.ts';
import { isDatabaseUnavailable } from '#server/database/storage-errors.ts';
import { createEmbeddedPool } from '#server/database/pglite-engine.ts';
import { startPgliteHousekeeping } from '#server/database/pglite-housekeeping.ts';
import { createEmptyDatabase } from './empty-database.ts';
import { LETS_IN, startFakePostgres } from './fake-postgres.ts';

const MINUTE = 60_000;
const PATIENCE = { timeout: MINUTE };

/** The log of an application, readable by the test. */
function createLog() {
  const lines: string[] = [];
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(chunk.toString());
      done();
    },
  });
  return { log: Fastify({ logger: { level: 'info', stream } }).log, lines };
}

describe('background errors', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  test('are logged with name and code, without quoted values', () => {
    const { log, lines } = createLog();
    const faults = createErrorLog();
    faults.onError('jobs', Object.assign(new TypeError('ada@example.org'), { code: '23505' }));
    expect(lines).toEqual([]);
    faults.writeTo(log);
    faults.onError('housekeeping', 'no error at all');
    faults.onError('jobs', {
      message: 'ada@example.org',
      code: '57P01',
      stack: 'error\n    at query (a.ts:1:1)',
    });
    expect(lines.map((line): unknown => JSON.parse(line))).toMatchObject([
      {
        level: 50,
        msg: 'background fault',
        task: 'jobs',
        error: { name: 'TypeError', code: '23505', frames: expect.any(Array) },
      },
      { task: 'housekeeping', error: { name: 'string' } },
      { task: 'jobs', error: { name: 'error', code: '57P01', frames: ['    at query (a.ts:1:1)'] } },
    ]);
    expect(lines.join('')).not.toContain('ada@example.org');
  });

  test.each<[string, object, object]>([
    [
      // Like the job queue, which keeps own properties only.
      'an error that was copied by its class',
      { message: 'ada@example.org', stack: new TypeError('ada@example.org').stack },
      { name: 'TypeError' },
    ],
    ['an error without any trace by what it is', { message: 'ada@example.org' }, { name: 'object' }],
    [
      'a mail that failed by what the mail server answered, and to what',
      Object.assign(new Error('550 ada@example.org'), {
        code: 'EENVELOPE',
        responseCode: 550,
        command: 'RCPT TO',
      }),
      { code: 'EENVELOPE', responseCode: 550, command: 'RCPT TO' },
    ],
    [
      'nothing in place of a number and of words',
      Object.assign(new Error('x'), {
        responseCode: 'ada@example.org',
        command: 'RCPT TO:<ada@example.org>',
      }),
      { name: 'Error' },
    ],
  ])('name %s', (_name, error, expected) => {
    const { log, lines } = createLog();
    logErrorsTo(log)('jobs', error);
    expect(JSON.parse(lines.join(''))).toMatchObject({ error: expected });
    expect(lines.join('')).not.toContain('ada@');
  });

  test("report why a connection failed, in the driver's words only", () => {
    const { log, lines } = createLog();
    const onError = logErrorsTo(log);
    onError('jobs', new Error('timeout exceeded when trying to connect'));
    onError('jobs', new Error('ada@example.org: timeout expired'));
    const reasons = lines.map((line): unknown => JSON.parse(line).error.reason);
    expect(reasons).toEqual(['timeout exceeded when trying to connect', undefined]);
  });

  test('are logged each time the embedded database cannot be vacuumed', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const database = await createEmptyDatabase();
    const pool = createEmbeddedPool(createPgConfig(database));
    const logged: string[] = [];
    const housekeeping = startPgliteHousekeeping(pool, (task) => void logged.push(task));
    await pool.end();
    await vi.advanceTimersByTimeAsync(MINUTE);
    await vi.waitFor(() => expect(logged).toEqual(['housekeeping']), PATIENCE);
    await vi.advanceTimersByTimeAsync(MINUTE);
    await vi.waitFor(() => expect(logged).toEqual(['housekeeping', 'housekeeping']), PATIENCE);
    await expect(housekeeping.stop()).rejects.toThrow('pool');
    await database.close();
  });

  test('are logged when a PostgreSQL connection dies idle or in use', async () => {
    const database = await startFakePostgres(LETS_IN);
    const logged: string[] = [];
    const pool = createPostgresPool(database.url, (task) => void logged.push(task));
    const [resting, used] = [await pool.connect(), await pool.connect()];
    resting.release();
    const pending = used.query('select 1');
    for (const socket of database.sockets) socket.destroy();
    await expect(pending).rejects.toSatisfy(isDatabaseUnavailable);
    used.release();
    await vi.waitFor(() => expect(pool.totalCount).toBe(0), PATIENCE);
    expect(logged).toEqual(['database connection', 'database connection']);
    await pool.end();
    await database.close();
  });

  test('replace a hanging connection', async () => {
    const database = await startFakePostgres(LETS_IN);
    const pool = createPostgresPool(database.url, () => undefined, { hangsAfterMs: 50 });
    const used = await pool.connect();
    await expect(used.query('select 1')).rejects.toSatisfy(isDatabaseUnavailable);
    used.release();
    const other = await pool.connect();
    expect(database.sockets).toHaveLength(2);
    other.release();
    await pool.end();
    await database.close();
  });

  test('are detected early if the database host is gone, and only then', async () => {
    const database = await startFakePostgres(LETS_IN);
    const pool = createPostgresPool(database.url, () => undefined, { silentAfterMs: 50 });
    const used = await pool.connect();
    const pending = used.query('select 1');
    // It accepts new connections, so it is only slow.
    await vi.waitFor(() => expect(database.sockets).toHaveLength(2), PATIENCE);
    expect(pool.totalCount).toBe(1);
    const other = await pool.connect();
    database.leave();
    await expect(other.query('select 1')).rejects.toSatisfy(isDatabaseUnavailable);
    for (const socket of database.sockets) socket.destroy();
    await expect(pending).rejects.toSatisfy(isDatabaseUnavailable);
    used.release();
    other.release();
    await pool.end();
  });
});
