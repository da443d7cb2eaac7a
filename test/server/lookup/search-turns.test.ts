import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createSearchTurns } from '#server/lookup/search-turns.ts';

test('between two searches that came together others have their turn', async () => {
  const inTurn = createSearchTurns();
  const done: string[] = [];
  const searches = ['first', 'second', 'third'].map((name) => inTurn(() => done.push(name)));
  const other = setImmediate().then(() => done.push('a save'));
  await Promise.all([...searches, other]);
  expect(done.filter((name) => name !== 'a save')).toEqual(['first', 'second', 'third']);
  expect(done.indexOf('a save')).toBeLessThan(done.indexOf('second'));
});

test('a search that fails, fails alone', async () => {
  const inTurn = createSearchTurns();
  const broken = inTurn(() => {
    throw new Error('broken');
  });
  const next = inTurn(() => 'found');
  await expect(broken).rejects.toThrow('broken');
  expect(await next).toBe('found');
});
