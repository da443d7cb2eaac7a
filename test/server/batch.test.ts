import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { createBatcher, type BatchSettings } from '#server/limits/batch.ts';

/** Groups of words, each of which the test ends; what comes of a word is the word in capitals. */
function openWork(grouping: Partial<BatchSettings<string, string>> = {}) {
  const groups: { readonly words: readonly string[]; readonly end: (fault?: Error) => void }[] = [];
  const work = createBatcher<string, string>({
    atOnce: 1,
    most: 3,
    run: async (words) => {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      groups.push({ words, end: (fault) => (fault ? reject(fault) : resolve()) });
      await promise;
      return (word) => {
        if (word === 'bad') throw new Error('a bad word');
        return word.toUpperCase();
      };
    },
    ...grouping,
  });
  return { work, groups, words: () => groups.map((group) => group.words) };
}

describe('grouped work', () => {
  test('what arrives together is done together, and each gets its own result', async () => {
    const { work, groups, words } = openWork();
    const done = Promise.allSettled([work('a'), work('bad'), work('c')]);
    await setImmediate();
    expect(words()).toEqual([['a', 'bad', 'c']]);
    groups[0]?.end();
    expect(await done).toMatchObject([{ value: 'A' }, { reason: new Error('a bad word') }, { value: 'C' }]);
  });

  test('what arrives while a group is under way makes up the next ones', async () => {
    const { work, groups, words } = openWork();
    const first = work('a');
    await setImmediate();
    const others = Promise.all(['b', 'c', 'd', 'e'].map((word) => work(word)));
    await setImmediate();
    expect(words()).toEqual([['a']]);
    groups[0]?.end();
    expect(await first).toBe('A');
    await expect.poll(words).toHaveLength(2);
    groups[1]?.end();
    await expect.poll(words).toHaveLength(3);
    groups[2]?.end();
    expect(await others).toEqual(['B', 'C', 'D', 'E']);
    expect(words()).toEqual([['a'], ['b', 'c', 'd'], ['e']]);
  });

  test('two of one key are never in one group, and keep their order', async () => {
    const { work, words } = openWork({ atOnce: 2, keyOf: (word) => word.charAt(0) });
    for (const word of ['a1', 'b1', 'a2', 'c1']) void work(word);
    await expect.poll(words).toEqual([['a1', 'b1', 'c1'], ['a2']]);
  });

  test('a group that fails fails each of its items, and the next one runs', async () => {
    const { work, groups } = openWork();
    const done = Promise.allSettled([work('a'), work('b')]);
    await setImmediate();
    const next = work('c');
    groups[0]?.end(new Error('gone'));
    expect(await done).toMatchObject([{ reason: new Error('gone') }, { reason: new Error('gone') }]);
    await expect.poll(() => groups.length).toBe(2);
    groups[1]?.end();
    expect(await next).toBe('C');
  });
});
