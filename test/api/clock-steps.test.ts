import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#test/server/test-app.ts';
import { testEngines } from '#test/server/test-storage.ts';
import type { Storage } from '#server/database/database.ts';
import { lastCode, logIn, PASSWORD, register, signUp, StudentClient } from './student-client.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const STEPS = [
  ['five minutes back', -5 * MINUTE],
  ['an hour back', -HOUR],
  ['a day forward', 24 * HOUR],
] as const;
const USERNAME = 'ada@example.org';
const WRONG = 'Wrong-Password-1';

const enter = (client: StudentClient, password = PASSWORD) => client.logIn(USERNAME, password);
const open = async (student: StudentClient) => (await student.call('GET', '/api/profile')).status;

describe.each(testEngines)('a clock change, on $engine', ({ open: openStorage }) => {
  let storage: Storage;
  let server: TestApp;
  const servers: TestApp[] = [];
  const start = async (clock?: () => Date): Promise<TestApp> => {
    const kept = { ...storage, close: async () => undefined };
    const started = await createTestApp({ storage: kept, ...(clock && { clock }) });
    servers.push(started);
    return started;
  };
  /** Stops the server, sets the clock, starts the server. */
  const startAfter = async (step: number) => {
    let now = server.now().getTime() + step;
    const later = await start(() => new Date(now));
    return { later, pass: (milliseconds: number) => void (now += milliseconds) };
  };
  /** Waits until the session is recorded as used, which follows the response. */
  const recorded = async () => {
    await expect
      .poll(() =>
        storage.db.selectFrom('session').select('seen_at').where('seen_at', '=', server.now()).execute(),
      )
      .not.toEqual([]);
  };
  beforeEach(async () => {
    storage = await openStorage();
    server = await start();
  });
  afterEach(async () => {
    for (const each of servers.splice(0)) await each.close();
    await storage.close();
  });

  describe.each(STEPS)('%s', (_name, step) => {
    test('neither ends nor revives sessions', async () => {
      const student = await logIn(server, USERNAME);
      const idle = await logIn(server, 'idle@example.org');
      server.pass(29 * MINUTE);
      expect(await open(student)).toBe(200);
      await recorded();
      server.setClock(step);
      expect(await open(student)).toBe(200);
      server.pass(4 * MINUTE);
      expect((await student.call('PUT', '/api/answer', { answer: { age: 7 } })).status).toBe(200);
      expect(await open(idle)).toBe(401);
    });

    test('does not change the life of codes and waits', async () => {
      const student = await signUp(server, USERNAME);
      server.setClock(step);
      const code = lastCode(server, USERNAME);
      expect((await student.call('POST', '/public/confirm', { username: USERNAME, code })).status).toBe(200);
      for (let wrong = 0; wrong < 8; wrong += 1) await enter(student, WRONG);
      expect((await enter(student)).status).toBe(429);
      server.setClock(-step);
      expect((await enter(student)).status).toBe(429);
      server.pass(20 * MINUTE);
      expect((await enter(student)).status).toBe(200);
    });
  });

  test.each([...STEPS, ['a day back', -24 * HOUR] as const])(
    '%s, while the server is stopped, locks nobody out',
    async (_name, step) => {
      const student = await register(server, USERNAME);
      for (let wrong = 0; wrong < 30; wrong += 1) await enter(new StudentClient(server.app), WRONG);
      for (let asked = 0; asked < 5; asked += 1)
        await student.call('POST', '/public/forgot-password', { username: USERNAME });
      await server.runJobs();

      const { later, pass } = await startAfter(step);
      const same = new StudentClient(later.app);
      pass(20 * MINUTE);
      expect((await enter(same)).status).toBe(200);
      expect(await open(same)).toBe(200);
      pass(HOUR);
      await same.call('POST', '/public/forgot-password', { username: USERNAME });
      await later.runJobs();
      expect(later.mails).toHaveLength(1);
    },
  );

  test('while the server is stopped revives no ended session', async () => {
    const idle = await logIn(server, 'idle@example.org');
    const student = await logIn(server, USERNAME);
    for (let passed = 0; passed < 40; passed += 10) {
      server.pass(10 * MINUTE);
      expect(await open(student)).toBe(200);
      await recorded();
    }
    const { later } = await startAfter(-HOUR);
    for (const client of [idle, student]) expect(await open(client.copy(later.app))).toBe(401);
    const again = new StudentClient(later.app);
    expect((await enter(again)).status).toBe(200);
    expect(await open(again)).toBe(200);
  });
});
