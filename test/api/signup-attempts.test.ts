import { describe, expect, test } from 'vitest';
import type { TestApp } from '#test/server/test-app.ts';
import { testEngines } from '#test/server/test-storage.ts';
import { attackOneServer } from './attacked-server.ts';
import { askForReset, lastCode, PASSWORD, register, StudentClient, wrongCode } from './student-client.ts';

const MINUTE = 60_000;
const ATTACKERS = 'Attackers-Word-1';
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';

describe.each(testEngines)('signing up twice for one address on $engine', ({ open }) => {
  let server: TestApp;
  let username: string;
  let count: number;
  attackOneServer({ open, name: 'victim', pause: 0 }, (attacked) => ({ server, username, count } = attacked));

  /** Signs up. @returns the code and link of the mail, if one is sent */
  const signUp = async (password: string, by = new StudentClient(server.app), address = username) => {
    const before = server.mails.length;
    const answer = await by.call('POST', '/public/signup', { username: address, password });
    expect(answer.status).toBe(200);
    await server.runJobs();
    return { by, ...mailedSince(before, address) };
  };
  const resend = async (by: StudentClient) => {
    const before = server.mails.length;
    await by.call('POST', '/public/resend-confirm', { username });
    await server.runJobs();
    return mailedSince(before);
  };
  const mailedSince = (before: number, address = username) => {
    const text = server.mails.slice(before).find(({ to }) => to === address)?.text ?? '';
    const link = new URL(/^http\S+$/m.exec(text)?.[0] ?? 'http://none');
    return { code: /^\d{6}$/m.exec(text)?.[0] ?? '', link };
  };
  const confirm = (by: StudentClient, code: string, signup?: string | null, password?: string) =>
    by.call('POST', '/public/confirm', { username, code, ...(signup && { signup }), password });
  const elsewhere = (): StudentClient => new StudentClient(server.app);
  /** Opens the link of a mail, as the page does. */
  const follow = ({ link }: { readonly link: URL }, by = elsewhere(), password?: string) =>
    confirm(by, link.searchParams.get('code') ?? '', link.searchParams.get('signup'), password);
  const passwordsThatOpen = async () => [await opens(PASSWORD), await opens(ATTACKERS)];
  const opens = async (password: string): Promise<boolean> =>
    (await elsewhere().logIn(username, password)).status === 200;
  const attempts = () =>
    server.storage.db
      .selectFrom('signup_attempt')
      .innerJoin('student', 'student.id', 'signup_attempt.student_id')
      .select('signup_attempt.id')
      .where('username', '=', username)
      .execute();

  describe.each(['the attacker', 'the student'])('%s first', (first) => {
    const signUpBoth = async () => {
      const isAttackerFirst = first === 'the attacker';
      const [his, hers] = [new StudentClient(server.app, '127.0.0.1', FIREFOX), elsewhere()];
      const early = await (isAttackerFirst ? signUp(ATTACKERS, his) : signUp(PASSWORD, hers));
      const late = await (isAttackerFirst ? signUp(PASSWORD, hers) : signUp(ATTACKERS, his));
      return isAttackerFirst ? { student: late, attacker: early } : { student: early, attacker: late };
    };

    test('the code confirms in the browser that signed up', async () => {
      const { student } = await signUpBoth();
      expect((await confirm(student.by, student.code)).status).toBe(200);
      expect(await passwordsThatOpen()).toEqual([true, false]);
      expect(await attempts()).toEqual([]);
    });

    test('code and link confirm on another device with the password of that sign-up', async () => {
      const { student, attacker } = await signUpBoth();
      const isUnproved = { status: 422, body: { needs_password: true } };
      expect(await confirm(elsewhere(), student.code)).toMatchObject(isUnproved);
      expect(await follow(student, attacker.by)).toMatchObject(isUnproved);
      expect(await follow(student, attacker.by, ATTACKERS)).toMatchObject(isUnproved);
      expect(await passwordsThatOpen()).toEqual([false, false]);
      expect((await follow(student, attacker.by, PASSWORD)).status).toBe(200);
      expect(await passwordsThatOpen()).toEqual([true, false]);
    });

    test("the student's own browser does not confirm the attacker's sign-up", async () => {
      const { student, attacker } = await signUpBoth();
      for (const by of [student.by, elsewhere()])
        for (const password of [undefined, PASSWORD]) {
          const { status, body } = await follow(attacker, by, password);
          expect([status, body['needs_password']]).toEqual([422, true]);
          expect(body['message']).toMatch(/sign-up on March 1, 2026 at .* · Firefox, Windows/);
        }
      expect(await passwordsThatOpen()).toEqual([false, false]);
      expect((await confirm(student.by, student.code)).status).toBe(200);
      expect(await passwordsThatOpen()).toEqual([true, false]);
    });

    test('a code confirms only its own sign-up', async () => {
      const { student, attacker } = await signUpBoth();
      expect((await confirm(attacker.by, student.code)).status).toBe(422);
      expect((await confirm(student.by, attacker.code)).status).toBe(422);
      const ofStudent = student.link.searchParams.get('signup');
      expect((await confirm(elsewhere(), attacker.code, ofStudent)).status).toBe(422);
      expect((await confirm(student.by, student.code)).status).toBe(200);
    });

    test('a resend mails a code for the same browser, else a reset link', async () => {
      const { student } = await signUpBoth();
      const { code } = await resend(student.by);
      server.pass(MINUTE * 15);
      const { code: none, link } = await resend(elsewhere());
      expect([code.length, none, link.pathname]).toEqual([6, '', '/reset']);
      const reset = { username, id: link.searchParams.get('id'), password: 'Brand-New-Word-3' };
      expect((await elsewhere().call('POST', '/public/reset-password', reset)).status).toBe(200);
      expect([await opens('Brand-New-Word-3'), ...(await passwordsThatOpen())]).toEqual([true, false, false]);
    });
  });

  test("keeps the student's code and link valid after ten sign-ups by an attacker", async () => {
    const student = await signUp(PASSWORD);
    for (let attempt = 0; attempt < 12; attempt += 1) await signUp(ATTACKERS);
    expect((await attempts()).length).toBeLessThanOrEqual(13);
    expect((await confirm(student.by, student.code)).status).toBe(200);
    expect(await passwordsThatOpen()).toEqual([true, false]);
  });

  test('counts wrong codes of strangers separately', async () => {
    const student = await signUp(PASSWORD);
    for (let guess = 0; guess < 15; guess += 1)
      await confirm(new StudentClient(server.app, `198.51.100.${guess}`), wrongCode(student.code));
    expect((await confirm(elsewhere(), student.code)).status).toBe(429);
    expect((await follow(student, elsewhere(), PASSWORD)).status).toBe(200);
    expect(await opens(PASSWORD)).toBe(true);
  });

  test('ends a code after five wrong ones by link or browser', async () => {
    const student = await signUp(PASSWORD);
    const wrong = wrongCode(student.code);
    const signup = student.link.searchParams.get('signup');
    for (let guess = 0; guess < 5; guess += 1)
      await (guess % 2 ? confirm(elsewhere(), wrong, signup) : confirm(student.by, wrong));
    expect((await follow(student)).status).toBe(422);
    expect((await confirm(student.by, student.code)).status).toBe(422);
  });

  test('ignores a link older than the newest mail', async () => {
    const student = await signUp(PASSWORD);
    const fresh = await resend(student.by);
    expect((await follow(student)).status).toBe(422);
    const old = student.link.searchParams.get('signup');
    expect((await confirm(elsewhere(), fresh.code, old, PASSWORD)).status).toBe(200);
  });

  test('names the time and browser of the sign-up in the mail', async () => {
    await signUp(PASSWORD);
    await signUp(ATTACKERS, new StudentClient(server.app, '127.0.0.1', FIREFOX));
    const [first = '', second = ''] = server.mails.slice(-2).map(({ text }) => text);
    expect(first).toMatch(/the sign-up on March 1, 2026 at .* \(UTC\) · Unknown device/);
    expect(second).toMatch(/the sign-up on March 1, 2026 at .* \(UTC\) · Firefox, Windows/);
  });

  test('confirms an unconfirmed account by a reset link', async () => {
    await signUp(ATTACKERS);
    const id = await askForReset(server, username);
    const reset = { username, id, password: PASSWORD };
    expect((await elsewhere().call('POST', '/public/reset-password', reset)).status).toBe(200);
    expect(await passwordsThatOpen()).toEqual([true, false]);
    expect(await attempts()).toEqual([]);
  });

  test('accepts a code in a browser with the cookie of another address', async () => {
    const student = await signUp(PASSWORD);
    const other = await signUp(ATTACKERS, undefined, `other-${count}@example.org`);
    expect((await confirm(other.by, student.code, undefined, PASSWORD)).status).toBe(200);
    expect(await opens(PASSWORD)).toBe(true);
  });

  test('keeps the ten newest unmailed attempts; dropped ones cannot be confirmed', async () => {
    for (let mail = 0; mail < 3; mail += 1) await resend((await signUp(ATTACKERS)).by);
    const pushedOut = await signUp(PASSWORD);
    for (let attempt = 0; attempt < 12; attempt += 1) await signUp(ATTACKERS);
    expect((await attempts()).length).toBeLessThanOrEqual(13);
    expect((await confirm(pushedOut.by, lastCode(server, username))).status).toBe(422);
    expect(await passwordsThatOpen()).toEqual([false, false]);
  });

  test('sets the same short-lived cookie for every address, until confirmed', async () => {
    await register(server, `known-${count}@example.org`);
    await signUp(PASSWORD, undefined, `waiting-${count}@example.org`);
    const answers = await Promise.all(
      ['known', 'waiting', 'nobody'].map((name) =>
        server.app
          .inject()
          .post('/public/signup')
          .payload({ username: `${name}-${count}@example.org`, password: ATTACKERS }),
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
    const { by, code } = await signUp(PASSWORD);
    await confirm(by, code);
    expect(by.cookies.has('toy_signup')).toBe(false);
  });

  test('stores tokens as hashes only', async () => {
    const { by, code, link } = await signUp(PASSWORD);
    const secrets = [by.cookies.get('toy_signup') ?? '', link.searchParams.get('signup') ?? '', code];
    await follow({ link }, by);
    await signUp(PASSWORD);
    const rows = await server.storage.db.selectFrom('signup_attempt').selectAll().execute();
    const stored = rows.flatMap((row) =>
      Object.values(row).map((value) =>
        value instanceof Buffer ? value.toString('base64url') : String(value),
      ),
    );
    for (const secret of secrets) {
      expect(secret).not.toBe('');
      expect(stored.filter((text) => text === secret)).toEqual([]);
      expect(server.logged.join('')).not.toContain(secret);
    }
  });
});
