import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createConfirmationStore } from '#server/accounts/confirmation-store.ts';
import { insertAccount, selectAccount } from '#server/student-tables/account-store.ts';
import { secretOf } from '#server/database/server-secret.ts';
import { hashToken } from '#server/http/secret-token.ts';
import { openSuiteStorage, testEngines } from './test-storage.ts';

const now = new Date('2026-03-01T12:00:00Z');

const isOwn = async () => true;

const mailed = (code: string) => ({ code, linkToken: randomUUID() });

describe.each(testEngines)('codes for a sign-up on $engine', async ({ open }) => {
  const storage = await openSuiteStorage(open);
  const confirmations = createConfirmationStore(storage.db, secretOf(Buffer.from('key')));
  async function addStudent() {
    const id = randomUUID();
    const signup = { username: `${id}@example.org`, tokenHash: hashToken(id), now };
    await insertAccount(storage.db, { id, passwordHash: 'hash', ...signup });
    return { id, ...signup, studentId: id, createdAt: now };
  }

  test('accepts one of five parallel right codes', async () => {
    const student = await addStudent();
    const { username } = student;
    await confirmations.putCode(student, mailed('123456'), now);
    let confirmed = 0;
    const answers = await Promise.all(
      Array.from({ length: 5 }, () =>
        confirmations.confirm({ username, code: '123456', now, isOwn }, async () => {
          confirmed += 1;
        }),
      ),
    );
    expect(answers.filter(Boolean)).toHaveLength(1);
    expect(confirmed).toBe(1);
  });

  test('keeps the account unconfirmed and the code valid if a hook fails', async () => {
    const student = await addStudent();
    const { username } = student;
    await confirmations.putCode(student, mailed('123456'), now);
    const failing = confirmations.confirm({ username, code: '123456', now, isOwn }, () =>
      Promise.reject(new Error('no')),
    );
    await expect(failing).rejects.toThrow('no');
    expect(await selectAccount(storage.db, username)).toMatchObject({ confirmedAt: null });
    expect(await confirmations.confirm({ username, code: '123456', now, isOwn }, async () => undefined)).toBe(
      true,
    );
  });
});
