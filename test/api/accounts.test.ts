import { describe, expect, test, vi } from 'vitest';
import { createMetrics } from '#server/metrics/metrics.ts';
import { openTestApp } from '#test/server/test-app.ts';
import { testEngines } from '#test/server/test-storage.ts';
import {
  lastCode,
  lastMail,
  logIn,
  logInAgain,
  PASSWORD,
  register,
  signUp,
  StudentClient,
  wrongCode,
} from './student-client.ts';

const MINUTE = 60_000;

describe.each(testEngines)('accounts on $engine', async ({ open }) => {
  const metrics = createMetrics();
  const server = await openTestApp({ storage: await open(), metrics });

  const anybody = (): StudentClient => new StudentClient(server.app);
  /** Calls, then waits until the session is marked as used. */
  const callAndSettle = async (student: StudentClient): Promise<void> => {
    expect((await student.call('GET', '/api/profile')).status).toBe(200);
    await vi.waitFor(async () => {
      const seen = server.storage.db
        .selectFrom('session')
        .select('seen_at')
        .where('seen_at', '=', server.now());
      expect(await seen.execute()).not.toEqual([]);
    });
  };

  test.each([
    ['an address without a domain', 'ada', PASSWORD],
    ['two addresses', 'ada@example.org,eve@example.org', PASSWORD],
    ['a short password', 'ada@example.org', 'Short-7'],
    ['a password made from the address', 'ada.lovelace@example.org', 'L0velace-Byron-5'],
    ["a password made from the institution's name", 'ada@example.org', 'Toy-toy-2026-!'],
  ])('rejects a sign-up with %s', async (_name, username, password) => {
    const answer = await anybody().call('POST', '/public/signup', { username, password });
    const body = { message: expect.any(String), errors: expect.any(Object) };
    expect(answer).toMatchObject({ status: 422, body });
    await server.runJobs();
    expect(server.mails.filter(({ to }) => to.includes('eve'))).toEqual([]);
  });

  test('explains the next step until the first log-in', async () => {
    const username = 'next@example.org';
    const student = anybody();
    const signup = await student.call('POST', '/public/signup', { username, password: PASSWORD });
    expect(signup.body['message']).toMatch(/^Almost done\. Check your email/);
    expect(JSON.stringify(server.jobs), 'no code waits in the queue').not.toMatch(/\b\d{6}\b/);
    const again = await student.call('POST', '/public/resend-confirm', { username });
    expect(again.body['message']).toMatch(/an email is on its way\. Check your spam folder/);
    await server.runJobs();
    const confirmed = await student.call('POST', '/public/confirm', {
      username,
      code: lastCode(server, username),
    });
    expect(confirmed.body['message']).toMatch(/^Your account is ready\. Log in/);
  });

  test('keeps a confirmed account at a sign-up in any case and spelling, and mails its owner', async () => {
    await register(server, 'case@xn--bcher-kva.example');
    const other = { username: 'CASE@Bücher.Example', password: 'Somebody-Else-9' };
    expect((await anybody().call('POST', '/public/signup', other)).status).toBe(200);
    expect((await anybody().logIn(other.username)).status).toBe(200);
    await server.runJobs();
    expect(lastMail(server, 'case@xn--bcher-kva.example')?.subject).toContain('already have an account');
  });

  test('accepts a code with spaces and a dash', async () => {
    const username = 'blank@example.org';
    const student = await signUp(server, username);
    const code = lastCode(server, username).replace(/(..)(..)(..)/, ' $1-$2 $3 ');
    expect((await student.call('POST', '/public/confirm', { username, code })).status).toBe(200);
  });

  test('rejects wrong, used and expired codes alike', async () => {
    const username = 'codes@example.org';
    await signUp(server, username);
    const code = lastCode(server, username);
    const confirm = (body: object) => anybody().call('POST', '/public/confirm', { username, ...body });
    const wrong = await confirm({ code: wrongCode(code) });
    server.pass(10 * MINUTE);
    const expired = await confirm({ code });
    await anybody().call('POST', '/public/resend-confirm', { username });
    await server.runJobs();
    const fresh = lastCode(server, username);
    expect((await confirm({ code: fresh, password: PASSWORD })).status).toBe(200);
    const used = await confirm({ code: fresh });
    const unknown = await confirm({ username: 'nobody@example.org', code });
    expect(wrong).toMatchObject({ status: 422 });
    for (const other of [expired, used, unknown]) expect(other).toEqual(wrong);
  });

  test('answers sign-up, resend and forgot alike for every address', async () => {
    await register(server, 'known@example.org');
    await signUp(server, 'waiting@example.org');
    const addresses = ['known@example.org', 'waiting@example.org', 'nobody-at-all@example.org'];
    for (const [path, rest] of [
      ['/public/signup', { password: PASSWORD }],
      ['/public/resend-confirm', {}],
      ['/public/forgot-password', {}],
    ] as const) {
      const answers = await Promise.all(
        addresses.map((username) => anybody().call('POST', path, { username, ...rest })),
      );
      expect(answers[0]?.status).toBe(200);
      const bodies = answers.map((answer) =>
        JSON.stringify(answer).replace(/signup=[\w-]{43};/, 'signup=…;'),
      );
      for (const answer of bodies) expect(answer).toBe(bodies[0]);
    }
  });

  test('answers wrong, unknown and unconfirmed log-ins alike', async () => {
    await register(server, 'right@example.org');
    await signUp(server, 'unconfirmed@example.org');
    const answers = [await anybody().logIn('right@example.org', 'Wrong-Password-1')];
    for (const name of ['stranger@example.org', 'unconfirmed@example.org', 'no address'])
      answers.push(await anybody().logIn(name));
    expect(answers[0]).toMatchObject({ status: 401, body: { message: expect.any(String) } });
    for (const answer of answers) expect(answer).toEqual(answers[0]);
  });

  test('mails nothing to an unknown address', async () => {
    await anybody().call('POST', '/public/forgot-password', { username: 'ghost@example.org' });
    await server.runJobs();
    expect(lastMail(server, 'ghost@example.org')).toBeUndefined();
  });

  test('a reset link changes the password once and ends every session', async () => {
    const username = 'reset@example.org';
    const tabs = [await logIn(server, username), await logInAgain(server, username)];
    await anybody().call('POST', '/public/forgot-password', { username });
    await server.runJobs();
    const link = new URL(/^http\S+$/m.exec(lastMail(server, username)?.text ?? '')?.[0] ?? '');
    expect(link.origin + link.pathname).toBe('http://localhost:3000/reset');
    expect(link.searchParams.get('username')).toBe(username);
    const body = { username, password: 'Brand-New-Word-3', id: link.searchParams.get('id') };

    expect((await anybody().call('POST', '/public/reset-password', body)).status).toBe(200);
    expect((await anybody().call('POST', '/public/reset-password', body)).status).toBe(422);
    for (const tab of tabs) expect((await tab.call('GET', '/api/profile')).status).toBe(401);
    expect((await anybody().logIn(username)).status).toBe(401);
    expect((await anybody().logIn(username, body.password)).status).toBe(200);
    await server.runJobs();
    expect(lastMail(server, username)?.subject).toContain('Your password was changed');
  });

  test('starts a new session at log-in, and ends the old one', async () => {
    const student = await logIn(server, 'fixation@example.org');
    const before = student.copy();
    await student.logIn('fixation@example.org');
    expect(student.cookies.get('toy_session')).not.toBe(before.cookies.get('toy_session'));
    expect((await before.call('GET', '/api/profile')).status).toBe(401);
    const profile = await student.call('GET', '/api/profile');
    expect(profile.body['successful_login']).toHaveLength(2);
  });

  test('ends the session at log-out, and clears the cookies', async () => {
    const student = await logIn(server, 'logout@example.org');
    const replay = student.copy();
    const answer = await student.call('GET', '/api/logout');
    expect(answer).toMatchObject({ status: 200, headers: { 'clear-site-data': '"cache", "storage"' } });
    expect([...student.cookies.keys()]).toEqual(['toy_device']);
    expect((await replay.call('GET', '/api/profile')).status).toBe(401);
  });

  test('ends a session after half an hour without calls', async () => {
    const student = await logIn(server, 'idle@example.org');
    for (let call = 0; call < 3; call += 1) {
      server.pass(29 * MINUTE);
      await callAndSettle(student);
    }
    server.pass(30 * MINUTE);
    expect(await student.call('GET', '/api/profile')).toMatchObject({
      status: 401,
      body: { message: 'Your session is invalid. Please clear your cookies and login again.' },
    });
    expect([...student.cookies.keys()]).toEqual(['toy_device']);
  });

  test('ends a session after twelve hours of use', async () => {
    const student = await logIn(server, 'busy@example.org');
    for (let call = 0; call < 24; call += 1) {
      server.pass(29 * MINUTE);
      await callAndSettle(student);
    }
    server.pass(24 * MINUTE);
    expect((await student.call('GET', '/api/profile')).status).toBe(401);
  });

  test('keeps addresses, secrets and answers out of logs, metrics and mail subjects', async () => {
    const username = 'canary@example.org';
    const student = await logIn(server, username);
    const canaries = ['Canary-Password-1', 'canary-essay', 'canary_key', '424242', 'C'.repeat(43)];
    const [password, essay, key, code, token] = canaries;
    await student.call('GET', `/api/profile?username=${username}`);
    await student.call('PUT', '/api/answer', { answer: { shade: essay } });
    await student.call('PUT', '/api/answer', { answer: { [`${key}`]: essay } });
    await student.call('POST', '/api/validations', { validations: { shade: [essay] } });
    await anybody().logIn(username, password);
    await anybody().call('POST', '/public/confirm', { username, code });
    await anybody().call('POST', '/public/reset-password', { username, password, id: token });
    await anybody().call('GET', `/public/tmp?token=${token}`);
    // Only the email with the code has it in its subject, too, for the notification on a phone.
    const subjects = server.mails.map(({ subject }) =>
      subject.replace(/\d{6}(?= is your confirmation code$)/, ''),
    );
    const output = [...server.logged, await metrics.render([]), ...subjects].join('\n');
    const cookies = [...student.cookies.values()].filter((value) => value !== '1');
    const secrets = [...canaries, ...cookies, username, PASSWORD, lastCode(server, username)];
    expect(secrets.filter((secret) => output.includes(secret))).toEqual([]);
    expect(output).toContain('"route":"/public/login"');
    expect(output).toContain('route="/public/login"');
  });
});
