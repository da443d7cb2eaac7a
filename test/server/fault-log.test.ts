import { createPgConfig } from '@electric-sql/pglite/node-postgres';
import Fastify from 'fastify';
import { Writable } from 'node:stream';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createFaultLog } from '#server/fault-log.ts';
import { createPostgresPool } from '#server/storage/database.ts';
import { createEmbeddedPool } from '#server/storage/pglite.ts';
import { startHousekeeping } from '#server/storage/pglite-housekeeping.ts';
import { createEmptyDatabase } from './empty-database.ts';

const MINUTE = 60_000;
const PATIENCE = { timeout: MINUTE };

/** The log of an application, whose lines a test may read. */
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

describe('faults in the background', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  test('are lines of the log with name and code, without what the message quotes', () => {
    const { log, lines } = createLog();
    const faults = createFaultLog();
    faults.onFault('jobs', Object.assign(new TypeError('ada@example.org'), { code: '23505' }));
    expect(lines).toEqual([]);
    faults.writeTo(log);
    faults.onFault('housekeeping', 'no error at all');
    expect(lines.map((line): unknown => JSON.parse(line))).toMatchObject([
      {
        level: 50,
        msg: 'background fault',
        task: 'jobs',
        error: { name: 'TypeError', code: '23505', frames: expect.any(Array) },
      },
      { task: 'housekeeping', error: { name: 'string' } },
    ]);
    expect(lines.join('')).not.toContain('ada@example.org');
  });

  test('are told each time that the embedded database cannot be tidied', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const database = await createEmptyDatabase();
    const pool = createEmbeddedPool(createPgConfig(database));
    const told: string[] = [];
    const housekeeping = startHousekeeping(pool, (task) => void told.push(task));
    await pool.end();
    await vi.advanceTimersByTimeAsync(MINUTE);
    await vi.waitFor(() => expect(told).toEqual(['housekeeping']), PATIENCE);
    await vi.advanceTimersByTimeAsync(MINUTE);
    await vi.waitFor(() => expect(told).toEqual(['housekeeping', 'housekeeping']), PATIENCE);
    await expect(housekeeping.stop()).rejects.toThrow('pool');
    await database.close();
  });

  test('are told when an idle connection to PostgreSQL dies', async () => {
    const told: unknown[] = [];
    const pool = createPostgresPool(
      'postgres://nobody@127.0.0.1:1/none',
      (...fault) => void told.push(fault),
    );
    const died = new Error('Connection terminated unexpectedly');
    pool.emit('error', died);
    expect(told).toEqual([['database connection', died]]);
    await pool.end();
  });
});
