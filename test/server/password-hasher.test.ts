import { expect, test } from 'vitest';
import { createPasswordHasher } from '#server/accounts/password-hasher.ts';
import { Refusal } from '#server/refusal.ts';

test('hashes so many at once, lets so many wait and refuses the others with 503', async () => {
  const hasher = await createPasswordHasher({ atOnce: 2, waiting: 6 });
  const stored = await hasher.hash('Correct-Horse-7');
  const ended = await Promise.allSettled(
    Array.from({ length: 40 }, () => hasher.verify(stored, 'Correct-Horse-7')),
  );
  expect(ended.filter((end) => end.status === 'fulfilled' && end.value)).toHaveLength(8);
  const reasons: unknown[] = ended.flatMap((end) => (end.status === 'rejected' ? [end.reason] : []));
  expect(reasons).toHaveLength(32);
  expect(reasons.every((reason) => reason instanceof Refusal && reason.statusCode === 503)).toBe(true);
  expect(await hasher.verify(stored, 'Correct-Horse-7')).toBe(true);
});

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
