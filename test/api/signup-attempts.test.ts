import { describe, expect, test } from 'vitest';
import type { TestApp } from '#test/server/test-app.ts';
import { testEngines } from '#test/server/test-storage.ts';
import { attackOneServer } from './attacked-server.ts';
import { lastCode, PASSWORD, register, StudentClient } from './student-client.ts';

const ATTACKERS = 'Attackers-Word-1';

describe.each(testEngines)('signing up twice for one address on $engine', ({ open }) => {
  let server: TestApp;
  let username: string;
  let count: number;
  attackOneServer({ open, name: 'victim', pause: 0 }, (attacked) => ({ server, username, count } = attacked));

  const signUp = async (password: string, by = new StudentClient(server.app), address = username) => {
    const answer = await by.call('POST', '/public/signup', { username: address, password });
    expect(answer.status).toBe(200);
    await server.runJobs();
    return by;
  };
  const confirm = (by: StudentClient) =>
    by.call('POST', '/public/confirm', { username, code: lastCode(server, username) });
  const opens = async (password: string): Promise<boolean> => {
    const { status } = await new StudentClient(server.app).call('POST', '/public/login', {
      username,
      password,
    });
    return status === 200;
  };
  const attempts = () =>
    server.storage.db
      .selectFrom('signup_attempt')
      .innerJoin('student', 'student.id', 'signup_attempt.student_id')
      .select('signup_attempt.id')
      .where('username', '=', username)
      .execute();

  test.each(['the attacker', 'the student'])(
    '%s first: the browser that confirms has its own',
    async (first) => {
      const early = await signUp(first === 'the student' ? PASSWORD : ATTACKERS);
      const late = await signUp(first === 'the student' ? ATTACKERS : PASSWORD);
      expect((await confirm(first === 'the student' ? early : late)).status).toBe(200);
      expect([await opens(PASSWORD), await opens(ATTACKERS)]).toEqual([true, false]);
      expect(await attempts()).toEqual([]);
    },
  );

  test.each(['without cookies', 'with the cookie of another address'])(
    'a browser %s gets the newest password',
    async (kind) => {
      await signUp(ATTACKERS);
      await signUp(PASSWORD);
      const browser = new StudentClient(server.app);
      if (kind !== 'without cookies') await signUp(ATTACKERS, browser, `other-${count}@example.org`);
      expect((await confirm(browser)).status).toBe(200);
      expect([await opens(PASSWORD), await opens(ATTACKERS)]).toEqual([true, false]);
    },
  );

  test('a browser that signed up twice has its last password', async () => {
    const browser = await signUp('First-Thought-1');
    await signUp(PASSWORD, browser);
    await signUp(ATTACKERS);
    expect((await confirm(browser)).status).toBe(200);
    expect([await opens(PASSWORD), await opens('First-Thought-1')]).toEqual([true, false]);
  });

  test('only the ten newest are kept, and one that was pushed out never confirms another', async () => {
    const student = await signUp(PASSWORD);
    for (let attempt = 0; attempt < 12; attempt += 1) await signUp(ATTACKERS);
    expect(await attempts()).toHaveLength(10);
    const refused = await confirm(student);
    expect(refused).toMatchObject({
      status: 422,
      body: { message: expect.stringContaining('sign up again') },
    });
    expect([await opens(PASSWORD), await opens(ATTACKERS)]).toEqual([false, false]);
    await signUp(PASSWORD, student);
    expect((await confirm(student)).status).toBe(200);
    expect([await opens(PASSWORD), await opens(ATTACKERS)]).toEqual([true, false]);
  });

  test('signing up for a confirmed account never changes its password', async () => {
    await register(server, username);
    const used = { username, code: lastCode(server, username) };
    const attacker = await signUp(ATTACKERS);
    expect((await attacker.call('POST', '/public/confirm', used)).status).toBe(422);
    expect([await opens(PASSWORD), await opens(ATTACKERS)]).toEqual([true, false]);
  });

  test('is marked by the same short-lived cookie for every address, taken back by the confirmation', async () => {
    await register(server, `known-${count}@example.org`);
    await signUp(PASSWORD, undefined, `waiting-${count}@example.org`);
    const answers = await Promise.all(
      ['known', 'waiting', 'nobody'].map((name) =>
        server.app.inject({
          method: 'POST',
          url: '/public/signup',
          payload: { username: `${name}-${count}@example.org`, password: ATTACKERS },
        }),
      ),
    );
    for (const answer of answers) {
      expect(answer.statusCode).toBe(200);
      expect(answer.body).toBe(answers[0]?.body);
      expect(Object.keys(answer.headers)).toEqual(Object.keys(answers[0]?.headers ?? {}));
      expect(answer.cookies).toEqual([
        {
          name: 'toy_signup',
          value: expect.stringMatching(/^[\w-]{43}$/),
          path: '/',
          maxAge: 3600,
          httpOnly: true,
          sameSite: 'Lax',
        },
      ]);
    }
    const student = await signUp(PASSWORD);
    await confirm(student);
    expect(student.cookies.size).toBe(0);
  });

  test('is distinguished by tokens that are stored as hashes only', async () => {
    const student = await signUp(PASSWORD);
    const token = student.cookies.get('toy_signup') ?? '';
    const rows = await server.storage.db.selectFrom('signup_attempt').selectAll().execute();
    expect(token).not.toBe('');
    expect(rows.some((row) => row.token_hash.length !== 32 || row.token_hash.includes(token))).toBe(false);
    expect(server.logged.join('')).not.toContain(token);
  });
});
