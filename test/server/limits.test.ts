import Fastify from 'fastify';
import { beforeEach, describe, expect, test } from 'vitest';
import { secretOf } from '#server/database/server-secret.ts';
import type { Backoff } from '#server/limits/limit-steps.ts';
import { createDatabaseLimits } from '#server/limits/database-limits.ts';
import { createClientLimits } from '#server/limits/client-limits.ts';
import { makeSessionToken, systemRandomness } from '#server/http/secret-token.ts';
import { createMemoryLimits } from '#server/limits/memory-limits.ts';
import { createStudentLimits } from '#server/sessions/student-limits.ts';
import { openSuiteStorage, testEngines } from './test-storage.ts';

const now = new Date('2026-03-01T12:00:00Z');
const later = (milliseconds: number): Date => new Date(now.getTime() + milliseconds);
const SECOND = 1000;
const HOUR = 3600 * SECOND;
const RATE = { burst: 3, everyMs: 10 * SECOND };

async function inTurn<T>(times: number, work: () => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  for (let time = 0; time < times; time += 1) results.push(await work());
  return results;
}

describe.each(testEngines)('the limits on $engine', async ({ open }) => {
  const storage = await openSuiteStorage(open);
  const secret = secretOf(Buffer.from('secret'));
  const limits = createDatabaseLimits(storage.db, secret);
  let key: string;
  let count = 0;
  beforeEach(() => {
    key = `key-${(count += 1)}`;
  });

  test('allow a burst, then one per interval', async () => {
    expect(await inTurn(4, () => limits.consume(key, RATE, now))).toEqual([0, 0, 0, 10 * SECOND]);
    expect(await limits.consume(key, RATE, later(9 * SECOND))).toBe(SECOND);
    expect(await limits.consume(key, RATE, later(10 * SECOND))).toBe(0);
    expect(await limits.consume(key, RATE, later(10 * SECOND))).toBe(10 * SECOND);
    expect(await inTurn(4, () => limits.consume(key, RATE, later(HOUR)))).toEqual([0, 0, 0, 10 * SECOND]);
  });

  test('allow no more than the burst to forty parallel calls', async () => {
    const waits = await Promise.all(Array.from({ length: 40 }, () => limits.consume(key, RATE, now)));
    expect(waits.filter((wait) => wait === 0)).toHaveLength(3);
  });

  test('apply to every process, and per key', async () => {
    await inTurn(3, () => limits.consume(key, RATE, now));
    const restarted = createDatabaseLimits(storage.db, secretOf(Buffer.from('secret')));
    expect(await restarted.consume(key, RATE, now)).toBe(10 * SECOND);
    expect(await restarted.consume(`${key}-other`, RATE, now)).toBe(0);
  });

  test('block until a debt is paid', async () => {
    expect(await limits.peek(key, RATE, now)).toBe(0);
    await inTurn(5, () => limits.debit([{ key, rate: RATE }], now));
    expect(await limits.peek(key, RATE, now)).toBe(30 * SECOND);
    expect(await limits.consume(key, RATE, now)).toBe(30 * SECOND);
    expect(await limits.peek(key, RATE, later(30 * SECOND))).toBe(0);
  });

  const backoff = (): Backoff => ({ key, free: 2, most: 4, resetAfterMs: HOUR });
  const tryAt = (at: Date) => limits.tryNext(backoff(), at);

  test('delay tries longer and longer, and end them', async () => {
    expect(await tryAt(now)).toEqual({ tries: 1, waitMs: 0, isSpent: false });
    expect(await tryAt(now)).toEqual({ tries: 2, waitMs: 0, isSpent: false });
    expect(await tryAt(now)).toEqual({ tries: 2, waitMs: SECOND, isSpent: false });
    expect(await tryAt(later(SECOND))).toEqual({ tries: 3, waitMs: 0, isSpent: false });
    expect(await tryAt(later(SECOND))).toMatchObject({ waitMs: 2 * SECOND });
    expect(await tryAt(later(3 * SECOND))).toMatchObject({ tries: 4, waitMs: 0 });
    expect(await tryAt(later(30 * 60 * SECOND))).toEqual({ tries: 4, waitMs: 900 * SECOND, isSpent: true });
    expect(await tryAt(later(3 * SECOND + HOUR))).toMatchObject({ tries: 1, waitMs: 0 });
  });

  test('delay a try at most 15 minutes', async () => {
    const endless: Backoff = { key, free: 1, resetAfterMs: 10_000 * HOUR };
    let at = now.getTime();
    for (let guess = 0; guess < 60; guess += 1) {
      await limits.tryNext(endless, new Date(at));
      at += 900 * SECOND;
    }
    expect(await limits.tryNext(endless, new Date(at - SECOND))).toEqual({
      tries: 60,
      waitMs: SECOND,
      isSpent: false,
    });
  });

  test('refund tries, and forget successful ones', async () => {
    await inTurn(2, () => limits.tryNext(backoff(), now));
    await limits.refund(key);
    expect(await limits.tryNext(backoff(), now)).toMatchObject({ tries: 2, waitMs: 0 });
    await storage.db.transaction().execute((trx) => limits.forget([key], trx));
    expect(await limits.tryNext(backoff(), now)).toMatchObject({ tries: 1, waitMs: 0 });
  });

  test('run steps in order until one is refused', async () => {
    const second: Backoff = { key: `${key}-second`, free: 9, resetAfterMs: HOUR };
    const rate = { key: `${key}-rate`, rate: RATE };
    const enter = () =>
      limits.runSteps(
        [
          { kind: 'consume', ...rate },
          { kind: 'peek', key: `${key}-debt`, rate: RATE },
          { kind: 'try', backoff: backoff() },
          { kind: 'try', backoff: second },
        ],
        now,
      );
    const waits = async () => (await enter()).map(({ waitMs }) => waitMs);
    expect(await waits()).toEqual([0, 0, 0, 0]);
    await inTurn(4, () => limits.debit([{ key: `${key}-debt`, rate: RATE }], now));
    expect(await waits()).toEqual([0, 20 * SECOND]);
    await limits.forget([`${key}-debt`]);
    await limits.tryNext(backoff(), now);
    expect(await waits()).toEqual([0, 0, SECOND]);
    expect(await waits()).toEqual([10 * SECOND]);
    expect(await limits.tryNext(second, now)).toMatchObject({ tries: 2 });
  });

  test('allow parallel counting and forgetting', async () => {
    const backoffs = ['a', 'b', 'c', 'd'].map((name): Backoff => ({
      key: `${key}-${name}`,
      free: 99,
      resetAfterMs: HOUR,
    }));
    const steps = backoffs.map((each) => ({ kind: 'try', backoff: each }) as const);
    const ended = await inTurn(10, async () => {
      // Reversed, so that rows are not stored in the order of use.
      for (const each of backoffs.toReversed()) await limits.tryNext(each, now);
      const counted = Array.from({ length: 4 }, () => limits.runSteps(steps, now));
      return Promise.allSettled([...counted, limits.forget(backoffs.map((each) => each.key))]);
    });
    expect(ended.flat().filter(({ status }) => status === 'rejected')).toEqual([]);
  });

  const rows = () => storage.db.selectFrom('limit_state').select('key').execute();

  test('remove ten expired rows per new one', async () => {
    await inTurn(30, () => limits.consume(`${key}-${(count += 1)}`, RATE, now));
    const before = (await rows()).length;
    await limits.consume(`${key}-new`, RATE, later(HOUR / 2));
    expect((await rows()).length).toBe(before + 1 - 10);
  });

  test('of students run sixteen calls of a network at once, and those of others', async () => {
    const memoryLimits = createMemoryLimits(() => now);
    const clientLimits = createClientLimits({ limits, memoryLimits, clock: () => now });
    const students = createStudentLimits({ memoryLimits, clientLimits, secret });
    const { promise: end, resolve } = Promise.withResolvers<string>();
    const begun: string[] = [];
    const app = Fastify();
    app.get('/', (request) => {
      const work = () => (begun.push(request.ip), end);
      return students.queue(request, String(request.headers['x-token']), work);
    });
    const ask = (remoteAddress: string, at: number) =>
      app.inject({ url: '/', remoteAddress, headers: { 'x-token': `${at}` } });
    const calls = Array.from({ length: 20 }, (_, at) => ask('192.0.2.1', at));
    calls.push(ask('192.0.2.2', 20));
    await expect.poll(() => begun).toContain('192.0.2.2');
    expect(begun).toHaveLength(17);
    resolve('');
    await Promise.all(calls);
    expect(begun).toHaveLength(21);
  });

  test('of sessions that have ended are those of their network', async () => {
    const memoryLimits = createMemoryLimits(() => now);
    const clientLimits = createClientLimits({ limits, memoryLimits, clock: () => now });
    const students = createStudentLimits({ memoryLimits, clientLimits, secret });
    const app = Fastify();
    app.get('/', (request) => {
      const token = makeSessionToken(secret, systemRandomness);
      return students.lookUp(request, token, async () => ({}));
    });
    const statuses: number[] = [];
    for (let at = 0; at <= 1000; at += 1)
      statuses.push((await app.inject({ url: '/', remoteAddress: '192.0.2.3' })).statusCode);
    expect(statuses.indexOf(429)).toBe(1000);
    expect((await app.inject({ url: '/', remoteAddress: '192.0.2.4' })).statusCode).toBe(200);
  });
});
