import { describe, expect, test } from 'vitest';
import type { PasswordHasher } from '#server/accounts/password-hasher.ts';
import { deleteAccount } from '#server/student-tables/account-store.ts';
import { cheapHasher } from '#test/server/cheap-hasher.ts';
import { openOtherApp, openTestApp } from '#test/server/test-app.ts';
import { testEngines } from '#test/server/test-storage.ts';
import { askForReset, PASSWORD, register, StudentClient } from './student-client.ts';

const NEW = 'Brand-New-Word-3';

describe.each(testEngines)('a log-in in flight on $engine', async ({ open }) => {
  /** Runs once, after the password check and before the log-in writes. */
  let beforeWrite: (() => Promise<unknown>) | undefined;
  const hasher: PasswordHasher = {
    ...cheapHasher,
    async verify(passwordHash, password) {
      const isRight = await cheapHasher.verify(passwordHash, password);
      const run = beforeWrite;
      beforeWrite = undefined;
      await run?.();
      return isRight;
    },
  };
  const server = await openTestApp({ storage: await open(), hasher });
  const other = await openOtherApp(server);

  const anybody = (): StudentClient => new StudentClient(server.app);
  const logIn = (username: string, password: string, by = anybody()) => by.logIn(username, password);
  const reset = (username: string, id: string) =>
    new StudentClient(other.app).call('POST', '/public/reset-password', { username, id, password: NEW });
  const sessionsOf = (username: string) =>
    server.storage.db
      .selectFrom('session')
      .innerJoin('student', 'student.id', 'session.student_id')
      .where('username', '=', username)
      .select('session.created_at')
      .execute();

  test('fails with the old password after a reset', async () => {
    const username = 'reset@example.org';
    await register(server, username);
    const id = await askForReset(server, username);
    beforeWrite = () => reset(username, id);
    const by = anybody();
    const late = await logIn(username, PASSWORD, by);
    expect(late).toEqual(await logIn(username, PASSWORD));
    expect([late.status, by.cookies.size]).toEqual([401, 0]);
    expect(await sessionsOf(username)).toEqual([]);
    expect((await logIn(username, NEW)).status).toBe(200);
  });

  test('fails if the account is deleted', async () => {
    const username = 'deleted@example.org';
    await register(server, username);
    beforeWrite = () =>
      server.storage.db.transaction().execute((transaction) => deleteAccount(transaction, username));
    expect((await logIn(username, PASSWORD)).status).toBe(401);
  });

  test('in parallel with a reset leaves no session', async () => {
    const username = 'at-once@example.org';
    await register(server, username);
    const id = await askForReset(server, username);
    const logIns = Array.from({ length: 12 }, () => logIn(username, PASSWORD));
    await Promise.all([...logIns, reset(username, id)]);
    expect(await sessionsOf(username)).toEqual([]);
  });
});
