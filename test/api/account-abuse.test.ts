import { describe, expect, test } from 'vitest';
import { CLIENT_LIMITS } from '#server/limits/client-limits.ts';
import type { TestApp } from '#test/server/test-app.ts';
import { testEngines } from '#test/server/test-storage.ts';
import { attackOneServer } from './attacked-server.ts';
import {
  askForReset,
  lastCode,
  logIn,
  PASSWORD,
  register,
  signUp,
  StudentClient,
  wrongCode,
} from './student-client.ts';

const MINUTE = 60_000;

describe.each(testEngines)('accounts under attack on $engine', ({ open }) => {
  let server: TestApp;
  let username: string;
  let count: number;
  attackOneServer({ open, name: 'victim', pause: 60 * MINUTE }, async (attacked) => {
    ({ server, username, count } = attacked);
    await server.runJobs();
    server.mails.length = 0;
  });

  const anybody = (): StudentClient => new StudentClient(server.app);
  const confirm = (code: string, name = username) =>
    anybody().call('POST', '/public/confirm', { username: name, code, password: PASSWORD });
  const opens = async (password: string): Promise<boolean> =>
    (await anybody().logIn(username, password)).status === 200;
  const askForLink = () => askForReset(server, username);
  const reset = (id: string, password: string, name = username) =>
    anybody().call('POST', '/public/reset-password', { username: name, id, password });

  test('compares five of a hundred parallel codes, then rejects even the right one', async () => {
    await signUp(server, username);
    const code = lastCode(server, username);
    const answers = await Promise.all(Array.from({ length: 100 }, () => confirm(wrongCode(code))));
    expect(answers.every(({ status }) => status === 422 || status === 429)).toBe(true);
    const { tries } = await server.storage.db
      .selectFrom('signup_attempt')
      .innerJoin('student', 'student.id', 'signup_attempt.student_id')
      .select('tries')
      .where('username', '=', username)
      .executeTakeFirstOrThrow();
    expect(tries).toBe(5);
    server.pass(MINUTE);
    expect((await confirm(code)).status).toBe(422);
    expect(await opens(PASSWORD)).toBe(false);
  });

  test('puts codes and links of a network with many behind those of others', async () => {
    const crowd = Array.from({ length: 31 }, (_none, at) => `crowd-${count}-${at}@example.org`);
    const other = new StudentClient(server.app, '198.51.100.7');
    for (const address of crowd)
      await anybody().call('POST', '/public/forgot-password', { username: address });
    await other.call('POST', '/public/forgot-password', { username: 'other@example.org' });
    const isBehind = server.jobs.map((job) => job.isBehind);
    expect(isBehind).toEqual([...crowd.map((_address, at) => at >= 30), false]);
  });

  test('mails an address three times in 15 minutes, however many requests name it', async () => {
    await register(server, username);
    server.pass(60 * MINUTE);
    server.mails.length = 0;
    const answers: number[] = [];
    for (let ask = 0; ask < 20; ask += 1) {
      const by = new StudentClient(server.app, `198.51.100.${ask}`);
      for (const path of ['/public/forgot-password', '/public/resend-confirm'])
        answers.push((await by.call('POST', path, { username })).status);
    }
    await server.runJobs();
    expect(new Set(answers)).toEqual(new Set([200]));
    expect(server.mails.filter(({ to }) => to === username)).toHaveLength(3);
  });

  test('limits the resets of one client, and returns Retry-After', async () => {
    const by = new StudentClient(server.app, `192.0.2.${count}`);
    const ask = (name: string, from = by) =>
      from.call('POST', '/public/reset-password', { username: name, password: PASSWORD, id: 'A'.repeat(43) });
    for (let call = 0; call < CLIENT_LIMITS.reset.burst; call += 1)
      expect((await ask(`${call}-${username}`)).status).toBe(422);
    const answer = await ask(username);
    expect(answer).toMatchObject({
      status: 429,
      headers: { 'retry-after': expect.stringMatching(/^\d+$/) },
      body: { message: expect.stringMatching(/^Too many requests from your network\. .*\.$/) },
    });
    server.pass(Number(answer.headers['retry-after']) * 1000);
    expect([(await ask(username)).status, (await ask(username, anybody())).status]).toEqual([422, 422]);
  });

  test('limits wrong codes for many names to twenty a minute per client', async () => {
    const by = new StudentClient(server.app, '192.0.2.250');
    const statuses: number[] = [];
    for (let name = 0; name < 21; name += 1) {
      const guess = { username: `${name}-${username}`, code: '123456' };
      statuses.push((await by.call('POST', '/public/confirm', guess)).status);
    }
    expect(statuses).toEqual([...Array<number>(20).fill(422), 429]);
  });

  test('reads the session from the cookie only', async () => {
    const student = await logIn(server, username);
    const token = student.cookies.get('toy_session') ?? '';
    const stranger = anybody();
    expect((await stranger.call('GET', `/api/profile?toy_session=${token}`)).status).toBe(401);
    const body = { web_status: 'started', toy_session: token };
    expect((await stranger.call('POST', '/api/web-status', body)).status).toBe(401);
  });

  test('accepts one of two parallel resets with one link, and logs nobody in', async () => {
    await register(server, username);
    const id = await askForLink();
    const answers = await Promise.all([reset(id, 'First-Choice-11'), reset(id, 'Second-Choice-22')]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422]);
    expect(JSON.stringify(answers)).not.toContain('toy_session=');
    expect([await opens('First-Choice-11'), await opens('Second-Choice-22')].filter(Boolean)).toHaveLength(1);
  });

  test('rejects older, expired, used and foreign links alike', async () => {
    await register(server, username);
    const other = `other-${username}`;
    await register(server, other);
    const older = await askForLink();
    const newer = await askForLink();
    const refused = [await reset(older, 'Some-Choice-33'), await reset(newer, 'Some-Choice-33', other)];
    expect((await reset(newer, 'Other-Choice-44')).status).toBe(200);
    refused.push(await reset(newer, 'Some-Choice-33'));
    server.pass(60 * MINUTE);
    const late = await askForLink();
    server.pass(31 * MINUTE);
    refused.push(await reset(late, 'Some-Choice-33'));
    expect(refused[0]?.status).toBe(422);
    for (const answer of refused) expect(answer).toEqual(refused[0]);
    expect(await opens('Other-Choice-44')).toBe(true);
  });

  test('rejects a change with a cookie but no origin', async () => {
    const student = await logIn(server, username);
    const send = (method: 'GET' | 'POST' | 'PUT', url: string, headers: Record<string, string>) =>
      server.app.inject({ method, url, headers, cookies: Object.fromEntries(student.cookies) });
    const json = { 'content-type': 'application/json' };
    expect((await send('PUT', '/api/last-page', json)).statusCode).toBe(403);
    expect((await send('POST', '/api/submit', json)).statusCode).toBe(403);
    expect((await send('GET', '/api/logout', {})).statusCode).toBe(403);
    for (const site of ['cross-site', 'same-site']) {
      const headers = { ...json, 'sec-fetch-site': site };
      expect((await send('PUT', '/api/last-page', headers)).statusCode).toBe(403);
      expect((await send('GET', '/api/logout', headers)).statusCode).toBe(403);
    }
    const own = { ...json, 'sec-fetch-site': 'same-origin' };
    expect((await send('PUT', '/api/last-page', own)).statusCode).toBe(400);
    // A browser without the header, on our page.
    expect((await send('GET', '/api/logout', json)).statusCode).toBe(200);
  });

  test('denies CORS preflights of other websites', async () => {
    const headers = { origin: 'https://evil.example', 'access-control-request-method': 'POST' };
    const answer = await server.app.inject({ method: 'OPTIONS', url: '/api/answer', headers });
    expect(answer.statusCode).toBe(404);
    expect(JSON.stringify(answer.headers)).not.toContain('access-control-');
  });
});
