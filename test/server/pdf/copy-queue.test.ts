import { expect, test } from 'vitest';
import { createCopyQueue } from '#server/pdf/make-copy.ts';
import { COPIES_AT_ONCE } from '#server/pdf/render/renderer.ts';

const NOW = new Date('2026-11-01T12:00:00Z');

test.each([
  ['nobody before', { waiting: 1, rendering: 0 }, 1 / COPIES_AT_ONCE],
  ['many before, one server', { waiting: 100, rendering: 0 }, 100 / COPIES_AT_ONCE],
  [
    'many before, four servers',
    { waiting: 100, rendering: 4 * COPIES_AT_ONCE },
    100 / (4 * COPIES_AT_ONCE) + 1,
  ],
])('counts the rounds of a copy with %s', async (_case, onTheirWay, turns) => {
  const queue = createCopyQueue({ countOnTheirWay: async () => onTheirWay }, () => NOW);
  for (let count = 0; count < 100; count += 1) queue.noteCopy(600);
  expect(await queue.waitMs(NOW)).toBeCloseTo(turns * 600, 0);
});

test('estimates are cached for a second, errors are not', async () => {
  let [now, counts] = [NOW, 0];
  let failure = ['the database is away'];
  const countOnTheirWay = async () => {
    for (const reason of failure) throw new Error(reason);
    counts += 1;
    return { waiting: counts, rendering: 0 };
  };
  const queue = createCopyQueue({ countOnTheirWay }, () => now);
  await expect(queue.waitMs(NOW)).rejects.toThrow('away');
  failure = [];
  const waits = async () => [await queue.waitMs(NOW), await queue.waitMs(new Date(NOW.getTime() - 500))];
  const [first, second] = await waits();
  expect(first).toBe(second);
  expect(counts).toBe(1);
  now = new Date(NOW.getTime() + 2000);
  expect((await waits())[0]).toBe((first ?? 0) * 2);
});
