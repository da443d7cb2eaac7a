import { expect, test } from 'vitest';
import { createPasswordHasher, limitHashes, type PasswordHasher } from '#server/accounts/password-hasher.ts';

test('hashes with argon2id, 19 MiB, two passes and a salt each', async () => {
  const hasher = await createPasswordHasher();
  const [first, second] = [await hasher.hash('Correct-Horse-7'), await hasher.hash('Correct-Horse-7')];
  expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(second).not.toBe(first);
});

test('rejects every password of an unknown account', async () => {
  const hasher = await createPasswordHasher();
  expect(await hasher.verify(undefined, 'no account has this password')).toBe(false);
});

test('limits parallel hashes', async () => {
  const running: (() => void)[] = [];
  const work = <T>(result: T) => new Promise<T>((resolve) => running.push(() => resolve(result)));
  const slow: PasswordHasher = { hash: () => work('hash'), verify: () => work(true) };
  const hasher = limitHashes(slow, 2);
  const all = [hasher.hash('a'), hasher.verify('hash', 'b'), hasher.hash('c')];
  expect(running).toHaveLength(2);
  running.shift()?.();
  await all[0];
  expect(running).toHaveLength(2);
  for (const end of running) end();
  expect(await Promise.all(all)).toEqual(['hash', true, 'hash']);
});
