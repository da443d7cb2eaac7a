import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#test/server/test-app.ts';
import { testEngines } from '#test/server/test-storage.ts';
import { logIn, PASSWORD, StudentClient } from './student-client.ts';

const HOUR = 3_600_000;

describe.each(testEngines)('the account of a student, on $engine', ({ open }) => {
  let server: TestApp;
  beforeAll(async () => {
    server = await createTestApp({ storage: await open() });
  });
  afterAll(() => server.close());

  async function logInAgain(username: string): Promise<StudentClient> {
    const student = new StudentClient(server.app);
    await student.call('POST', '/public/login', { username, password: PASSWORD });
    return student;
  }

  test('a student sees where they are logged in, and nobody else', async () => {
    const ada = await logIn(server, 'sees@example.org');
    await logIn(server, 'other@example.org');
    await logInAgain('sees@example.org');
    expect(await sessionsOf(ada)).toEqual({
      sessions: expect.arrayContaining([
        expect.objectContaining({ is_this: true, since: server.now().toISOString() }),
        expect.objectContaining({ is_this: false }),
      ]),
    });
    expect(await sessionsOf(ada)).toHaveProperty('sessions.length', 2);
  });

  test('a session that is over is not listed', async () => {
    await logIn(server, 'idle@example.org');
    server.pass(HOUR);
    const again = await logInAgain('idle@example.org');
    expect(await sessionsOf(again)).toHaveProperty('sessions.length', 1);
  });

  test('a student ends one other session, or all others, and keeps this one', async () => {
    const ada = await logIn(server, 'ends@example.org');
    const [phone, library] = [await logInAgain('ends@example.org'), await logInAgain('ends@example.org')];
    const ids = (await sessionsOf(phone))['sessions'];
    const own = Array.isArray(ids) ? ids.find(({ is_this }) => is_this) : undefined;
    expect((await ada.call('DELETE', `/api/sessions/${own.id}`)).status).toBe(200);
    expect((await phone.call('GET', '/api/profile')).status).toBe(401);
    expect((await library.call('GET', '/api/profile')).status).toBe(200);
    expect((await ada.call('DELETE', '/api/sessions')).status).toBe(200);
    expect((await library.call('GET', '/api/profile')).status).toBe(401);
    expect((await ada.call('GET', '/api/profile')).status).toBe(200);
  });

  test('a student ends neither their own session here nor that of somebody else', async () => {
    const ada = await logIn(server, 'mine@example.org');
    const eve = await logIn(server, 'eve@example.org');
    const { sessions } = await sessionsOf(ada);
    const [own] = Array.isArray(sessions) ? sessions : [];
    for (const student of [ada, eve]) await student.call('DELETE', `/api/sessions/${own.id}`);
    expect((await ada.call('DELETE', '/api/sessions/no-hash')).status).toBe(200);
    expect((await ada.call('GET', '/api/profile')).status).toBe(200);
  });
});

async function sessionsOf(student: StudentClient) {
  return (await student.call('GET', '/api/sessions')).body;
}
