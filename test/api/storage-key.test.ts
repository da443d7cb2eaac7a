import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#test/server/test-app.ts';
import { testEngines } from '#test/server/test-storage.ts';
import { logIn, PASSWORD, StudentClient } from './student-client.ts';

const keyOf = async (student: StudentClient): Promise<unknown> =>
  (await student.call('GET', '/api/profile')).body['storage_key'];

describe.each(testEngines)('the key for what a browser keeps, on $engine', ({ open }) => {
  let one: TestApp;
  let other: TestApp;
  beforeAll(async () => {
    const storage = await open();
    one = await createTestApp({ storage });
    other = await createTestApp({ storage });
  });
  afterAll(async () => {
    await other.app.close();
    await one.close();
  });

  test('has 256 bits, and is the same for a student after each log-in, on every server', async () => {
    const username = 'ada@example.org';
    const key = await keyOf(await logIn(one, username));
    expect(Buffer.from(String(key), 'base64url')).toHaveLength(32);
    const elsewhere = new StudentClient(other.app);
    await elsewhere.call('POST', '/public/login', { username, password: PASSWORD });
    expect(await keyOf(elsewhere)).toBe(key);
  });

  test('is another one for everybody', async () => {
    const keys = await Promise.all(
      ['grace@example.org', 'eve@example.org'].map(async (name) => keyOf(await logIn(one, name))),
    );
    expect(new Set(keys).size).toBe(2);
  });
});
