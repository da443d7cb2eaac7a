import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#test/server/test-app.ts';
import { testEngines } from '#test/server/test-storage.ts';
import { lastCode, logIn, PASSWORD, register, StudentClient } from './student-client.ts';

const WRONG = 'Wrong-Password-1';

async function post(server: TestApp, path: string, body: object): Promise<number> {
  const { status } = await new StudentClient(server.app).call('POST', path, body);
  return status;
}

const keyOf = async (student: StudentClient): Promise<unknown> =>
  (await student.call('GET', '/api/profile')).body['storage_key'];

describe.each(testEngines)(
  'two servers on one database, or one that starts again, on $engine',
  ({ open }) => {
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

    /** One after the other, each call at the server whose turn it is. */
    const inTurns = async (times: number, call: (server: TestApp) => Promise<number>): Promise<number[]> => {
      const statuses: number[] = [];
      for (let time = 0; time < times; time += 1) statuses.push(await call(time % 2 === 0 ? one : other));
      return statuses;
    };
    test('know the same sessions, and a log-out ends them on both', async () => {
      const username = 'ada@example.org';
      const student = await logIn(one, username);
      const elsewhere = new StudentClient(other.app);
      for (const [name, value] of student.cookies) elsewhere.setCookie(name, value);
      expect((await elsewhere.call('GET', '/api/profile')).body).toMatchObject({ username });
      expect((await elsewhere.call('GET', '/api/logout')).status).toBe(200);
      expect((await student.call('GET', '/api/profile')).status).toBe(401);
    });

    test('derive the same key of 256 bits for what a browser keeps, another one for each student', async () => {
      const username = 'grace@example.org';
      const key = await keyOf(await logIn(one, username));
      expect(Buffer.from(String(key), 'base64url')).toHaveLength(32);
      const elsewhere = new StudentClient(other.app);
      await elsewhere.call('POST', '/public/login', { username, password: PASSWORD });
      expect(await keyOf(elsewhere)).toBe(key);
      expect(await keyOf(await logIn(one, 'eve@example.org'))).not.toBe(key);
    });

    test('count wrong passwords together', async () => {
      const username = 'guessed@example.org';
      await register(one, username);
      const statuses = await inTurns(7, (server) =>
        post(server, '/public/login', { username, password: WRONG }),
      );
      expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429]);
      expect(await post(other, '/public/login', { username, password: PASSWORD })).toBe(429);
    });

    test('count wrong codes together, and a browser that signed up at one confirms at the other', async () => {
      const username = 'waiting@example.org';
      const student = new StudentClient(one.app);
      await student.call('POST', '/public/signup', { username, password: PASSWORD });
      await one.runJobs();
      const code = lastCode(one, username);
      const wrong = code === '000000' ? '000001' : '000000';
      const guess = (server: TestApp): Promise<number> =>
        post(server, '/public/confirm', { username, code: wrong });
      expect(await inTurns(4, guess)).toEqual([422, 422, 422, 422]);
      const elsewhere = new StudentClient(other.app);
      for (const [name, value] of student.cookies) elsewhere.setCookie(name, value);
      expect((await elsewhere.call('POST', '/public/confirm', { username, code })).status).toBe(200);
    });

    test('count the mails to one address together', async () => {
      const username = 'mailed@example.org';
      await register(one, username);
      await inTurns(6, (server) => post(server, '/public/forgot-password', { username }));
      await one.runJobs();
      await other.runJobs();
      const mails = [...one.mails, ...other.mails].filter(({ to }) => to === username);
      expect(mails).toHaveLength(3);
    });
  },
);
