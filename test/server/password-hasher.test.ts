import { expect, test } from 'vitest';
import { createPasswordHasher, limitHashes, type PasswordHasher } from '#server/accounts/password-hasher.ts';

test('keeps passwords as argon2id with 19 MiB and two passes, each with its own salt', async () => {
  const hasher = await createPasswordHasher();
  const [first, second] = [await hasher.hash('Correct-Horse-7'), await hasher.hash('Correct-Horse-7')];
  expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(second).not.toBe(first);
});

test('finds no password right for an account that does not exist', async () => {
  const hasher = await createPasswordHasher();
  expect(await hasher.verify(undefined, 'no account has this password')).toBe(false);
});

test('hashes no more passwords at once than it may, whatever asks for it', async () => {
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
