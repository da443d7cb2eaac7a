import { describe, expect, test } from 'vitest';
import { openOtherApp, openTestApp } from '#test/server/test-app.ts';
import { testEngines } from '#test/server/test-storage.ts';
import { logIn, PASSWORD, StudentClient } from './student-client.ts';

const keyOf = async (student: StudentClient): Promise<unknown> =>
  (await student.call('GET', '/api/profile')).body['storage_key'];

describe.each(testEngines)('two servers on one database, on $engine', async ({ open }) => {
  const one = await openTestApp({ storage: await open() });
  const other = await openOtherApp(one);

  test('share sessions, and a log-out ends them on both', async () => {
    const username = 'ada@example.org';
    const student = await logIn(one, username);
    const elsewhere = student.copy(other.app);
    expect((await elsewhere.call('GET', '/api/profile')).body).toMatchObject({ username });
    expect((await elsewhere.call('GET', '/api/logout')).status).toBe(200);
    expect((await student.call('GET', '/api/profile')).status).toBe(401);
  });

  test('derive the same 256-bit storage key, different for each student', async () => {
    const username = 'grace@example.org';
    const key = await keyOf(await logIn(one, username));
    expect(Buffer.from(String(key), 'base64url')).toHaveLength(32);
    const elsewhere = new StudentClient(other.app);
    await elsewhere.call('POST', '/public/login', { username, password: PASSWORD });
    expect(await keyOf(elsewhere)).toBe(key);
    expect(await keyOf(await logIn(one, 'eve@example.org'))).not.toBe(key);
  });
});
