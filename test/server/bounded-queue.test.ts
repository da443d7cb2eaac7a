import { expect, test } from 'vitest';
import { createBoundedQueue } from '#server/limits/bounded-queue.ts';
import { Refusal } from '#server/http/refusal.ts';

const full = () => new Refusal(503, 'Too many.');

test('runs and queues up to its limits, and refuses others with 503', async () => {
  const inTurn = createBoundedQueue({ atOnce: 2, waiting: 6, full });
  const { promise: open, resolve } = Promise.withResolvers<void>();
  const started: number[] = [];
  const works = Array.from({ length: 40 }, (_, index) =>
    inTurn(async () => {
      started.push(index);
      await open;
      return index;
    }),
  );
  const ending = Promise.allSettled(works);
  expect(started).toEqual([0, 1]);
  resolve();
  const ended = await ending;
  expect(started).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  const reasons: unknown[] = ended.flatMap((end) => (end.status === 'rejected' ? [end.reason] : []));
  expect(reasons).toHaveLength(32);
  expect(reasons.every((reason) => reason instanceof Refusal && reason.statusCode === 503)).toBe(true);
});

test('refuses what has waited too long, and goes on', async () => {
  const inTurn = createBoundedQueue({ atOnce: 1, waiting: 5, patienceMs: 20, full });
  const { promise: open, resolve } = Promise.withResolvers<void>();
  const held = inTurn(() => open);
  await expect(inTurn(async () => 'late')).rejects.toMatchObject({ statusCode: 503 });
  const next = inTurn(async () => 'in time');
  resolve();
  await held;
  expect(await next).toBe('in time');
  expect(inTurn.waiting()).toBe(0);
});

test('continues when work fails', async () => {
  const inTurn = createBoundedQueue({ atOnce: 1, waiting: 5, full });
  const failing = inTurn(() => Promise.reject(new Error('no')));
  const next = inTurn(async () => 'done');
  await expect(failing).rejects.toThrow('no');
  expect(await next).toBe('done');
  expect(await inTurn(async () => 'free again')).toBe('free again');
});

test('refuses work with a long expected wait, and reports it', async () => {
  const waits: number[] = [];
  const inTurn = createBoundedQueue({
    atOnce: 1,
    waiting: Infinity,
    longestWaitMs: 100,
    full: (expectedWaitMs) => {
      waits.push(expectedWaitMs);
      return new Refusal(503, 'Too many.');
    },
  });
  const workFor = (ms: number) => inTurn(() => new Promise<void>((resolve) => void setTimeout(resolve, ms)));
  await workFor(300);
  const works = Array.from({ length: 40 }, () => workFor(1));
  const refused = (await Promise.allSettled(works)).filter(({ status }) => status === 'rejected');
  expect(refused.length).toBe(waits.length);
  expect(refused.length).toBeGreaterThan(30);
  expect(Math.min(...waits)).toBeGreaterThan(100);
  await workFor(0);
});
