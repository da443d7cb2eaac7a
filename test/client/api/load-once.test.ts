import { expect, it } from 'vitest';
import { loadOnce } from '#client/session/application.ts';

it('a loaded value is cached', async () => {
  let loads = 0;
  const load = loadOnce(async () => (loads += 1));
  expect(await Promise.all([load(), load()])).toEqual([1, 1]);
  expect(await load()).toBe(1);
});

it('a failed load is reported and can be retried', async () => {
  let loads = 0;
  const load = loadOnce(async () => {
    loads += 1;
    if (loads === 1) throw new TypeError('Failed to fetch');
    return 'loaded';
  });
  await expect(load()).rejects.toThrow('Failed to fetch');
  expect(await load()).toBe('loaded');
});
