import { expect, test } from 'vitest';
import { createPasswordHasher } from '#server/accounts/password-hasher.ts';

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
