import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { WRONG_IN_ALL } from '#server/accounts/guess-limits.ts';
import type { TestApp } from '#test/server/test-app.ts';
import { testEngines } from '#test/server/test-storage.ts';
import { attackOneServer } from './attacked-server.ts';
import { fail95Times, limitsOf } from './seeded-limits.ts';
import {
  type Answer,
  askForReset,
  eventsOf,
  lastCode,
  PASSWORD,
  register,
  signUp,
  StudentClient,
  wrongCode,
} from './student-client.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const WRONG = 'Wrong-Password-1';

function retryAfter({ headers }: Answer): number {
  return Number(headers['retry-after']);
}

describe.each(testEngines)('guessing on $engine', ({ open }) => {
  let server: TestApp;
  let username: string;
  let count: number;
  attackOneServer({ open, name: 'owner', pause: 25 * 60 * MINUTE }, (attacked) => {
    ({ server, username, count } = attacked);
  });

  /** A browser without cookies at its own address. */
  const stranger = (address = `198.51.${count}.${(strangers += 1) % 250}`) =>
    new StudentClient(server.app, address);
  let strangers = 0;
  const alarms = (): string[] =>
    server.logged.filter((line) => line.includes('many wrong passwords for many accounts'));
  const logIn = (by: StudentClient, password = WRONG, name = username): Promise<Answer> =>
    by.logIn(name, password);
  const statuses = async (times: number, by: () => StudentClient, password = WRONG): Promise<number[]> => {
    const seen: number[] = [];
    for (let guess = 0; guess < times; guess += 1) seen.push((await logIn(by(), password)).status);
    return seen;
  };
  /** Guesses without pause. @returns the waits in seconds */
  const waitsOf = async (by: () => StudentClient, times: number): Promise<number[]> => {
    const waits: number[] = [];
    while (waits.length < times) {
      const answer = await logIn(by());
      if (answer.status !== 429) continue;
      waits.push(retryAfter(answer));
      server.pass(retryAfter(answer) * SECOND);
    }
    return waits;
  };

  test.each(['a student', 'nobody'])('waits double after five wrong passwords for %s', async (who) => {
    if (who === 'a student') await register(server, username);
    const guesser = stranger();
    expect(await statuses(6, () => guesser)).toEqual([401, 401, 401, 401, 401, 429]);
    const waits = await waitsOf(() => guesser, 12);
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900]);
  });

  test('reports the same waits for students, unconfirmed and unknown addresses', async () => {
    await register(server, `known-${username}`);
    await signUp(server, `waiting-${username}`);
    const answers: Answer[][] = [];
    for (const name of ['known', 'waiting', 'nobody']) {
      const guesser = stranger();
      const given: Answer[] = [];
      for (let guess = 0; guess < 6; guess += 1)
        given.push(await logIn(guesser, WRONG, `${name}-${username}`));
      answers.push(given);
    }
    expect(answers[0]?.[5]).toMatchObject({
      status: 429,
      headers: { 'retry-after': '1' },
      body: { message: 'Too many tries. Please try again in 1 second, or reset your password.' },
    });
    for (const given of answers) expect(given).toEqual(answers[0]);
  });

  test('compares five of fifty parallel passwords', async () => {
    await register(server, username);
    const guesser = stranger();
    const answers = await Promise.all(Array.from({ length: 50 }, () => logIn(guesser)));
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(45);
    expect((await logIn(guesser, PASSWORD)).status).toBe(429);
  });

  test("from many addresses delays new browsers, never the owner's", async () => {
    const owner = await register(server, username);
    expect((await logIn(owner, PASSWORD)).status).toBe(200);
    const tab = owner.copy();
    await owner.call('GET', '/api/logout');
    expect((await statuses(30, stranger)).filter((status) => status === 401)).toHaveLength(20);
    expect((await logIn(stranger(), PASSWORD)).status).toBe(429);
    expect((await logIn(owner, PASSWORD)).status).toBe(200);
    expect((await tab.call('GET', '/api/profile')).status).toBe(401);
  });

  test("from the owner's network does not block the owner's browser", async () => {
    const owner = new StudentClient(server.app, '203.0.113.9');
    await register(server, username, owner);
    await logIn(owner, PASSWORD);
    const neighbour = (): StudentClient => new StudentClient(server.app, '203.0.113.9');
    for (let guess = 0; guess < 30; guess += 1) await logIn(neighbour(), WRONG, `other-${guess}@example.org`);
    expect((await logIn(neighbour(), WRONG, 'one-more@example.org')).status).toBe(429);
    await statuses(10, neighbour);
    expect((await owner.call('GET', '/api/profile')).status).toBe(200);
    expect((await logIn(owner, PASSWORD)).status).toBe(200);
  });

  test('ends after 100 wrong passwords, but for known devices', async () => {
    const owner = await register(server, username);
    await logIn(owner, PASSWORD);
    await fail95Times(server, username);
    let compared = 95;
    for (let guess = 0; guess < 12; guess += 1) {
      const { status } = await logIn(stranger());
      if (status === 401) compared += 1;
      else server.pass(16 * MINUTE);
    }
    expect(compared).toBe(100);
    const refused = await logIn(stranger(), PASSWORD);
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '900']);
    expect((await logIn(owner, PASSWORD)).status).toBe(200);
    expect(await logIn(stranger(), PASSWORD)).toMatchObject({ status: 429, body: refused.body });
  });

  test('shows nothing of the log-ins and resets of the owner', async () => {
    const names = [username, `nobody-${username}`];
    const owner = await register(server, username);
    const home = `203.0.113.${count}`;
    const guess = async (): Promise<Answer[]> => {
      const answers: Answer[] = [];
      for (const name of names)
        for (const by of [stranger(home), stranger()]) answers.push(await logIn(by, WRONG, name));
      return answers;
    };
    for (let time = 0; time < 12; time += 1) {
      await guess();
      server.pass(MINUTE);
    }
    server.pass(24 * 60 * MINUTE);
    expect((await logIn(owner, PASSWORD)).status).toBe(200);
    expect((await logIn(stranger(home), PASSWORD)).status).toBe(200);
    const id = await askForReset(server, username, owner);
    const reset = { username, id, password: 'Brand-New-Word-3' };
    expect((await owner.call('POST', '/public/reset-password', reset)).status).toBe(200);
    const seen = [await guess(), await guess()].flat();
    expect(seen.map(({ status }) => status)).toContain(429);
    expect(seen.slice(0, 2).map(({ body }) => body)).toEqual(seen.slice(2, 4).map(({ body }) => body));
    expect(seen.slice(4, 6).map(({ body }) => body)).toEqual(seen.slice(6).map(({ body }) => body));
  });

  test('knows a browser per account, by a cookie that cannot be forged', async () => {
    const owner = await register(server, username);
    await logIn(owner, PASSWORD);
    const other = `other-${username}`;
    await register(server, other);
    for (let guess = 0; guess < 20; guess += 1) await logIn(stranger(), WRONG, other);
    expect((await logIn(owner, PASSWORD, other)).status).toBe(429);
    const forger = stranger();
    for (let guess = 0; guess < 20; guess += 1) await logIn(stranger());
    forger.setCookie('toy_device', 'A'.repeat(43));
    expect((await logIn(forger, PASSWORD)).status).toBe(429);
  });

  test('of many names is limited to twenty a minute, and locks nobody out', async () => {
    const spray = stranger();
    const seen: number[] = [];
    for (let name = 0; name < 30; name += 1)
      seen.push((await logIn(spray, WRONG, `name-${name}-${username}`)).status);
    expect(seen.filter((status) => status === 401)).toHaveLength(20);
    await register(server, `name-1-${username}`);
    expect((await logIn(stranger(), PASSWORD, `name-1-${username}`)).status).toBe(200);
    server.pass(MINUTE);
    expect((await logIn(spray)).status).toBe(401);
  });

  test('in bulk from many networks raises an alarm, once a minute', async () => {
    const before = alarms().length;
    const limits = await limitsOf(server);
    for (let guess = 0; guess < 190; guess += 1) await limits.consume('wrong', WRONG_IN_ALL, server.now());
    for (let guess = 0; guess < 20; guess += 1)
      await logIn(stranger(`2001:db8:${guess}::1`), WRONG, `bulk-${guess}-${username}`);
    expect(alarms()).toHaveLength(before + 1);
    expect(alarms().at(-1)).toContain('"level":40');
  });

  test('mails the owner once a day, and records it', async () => {
    await register(server, username);
    await waitsOf(stranger, 8);
    await server.runJobs();
    const notices = () => server.mails.filter(({ to, subject }) => to === username && /Failed/.test(subject));
    expect(notices()).toHaveLength(1);
    expect(notices()[0]?.subject).toBe('Toy College: Failed log-ins to your account');
    server.pass(24 * 60 * MINUTE);
    await waitsOf(stranger, 2);
    await server.runJobs();
    expect(notices()).toHaveLength(2);
    expect(await eventsOf(server, username, 'many-failures')).toHaveLength(2);
  });

  test('sixty students of one network can log in at once', async () => {
    const room = Array.from({ length: 60 }, (_, seat) => `seat-${seat}-${username}`);
    const now = server.now();
    const account = { password_hash: `cheap:${PASSWORD}`, confirmed_at: now, created_at: now };
    const students = room.map((name) => ({ ...account, id: randomUUID(), username: name }));
    await server.storage.db.insertInto('student').values(students).execute();
    const answers = await Promise.all(
      room.map((name) => logIn(new StudentClient(server.app, '192.0.2.60'), PASSWORD, name)),
    );
    expect(answers.map(({ status }) => status)).toEqual(room.map(() => 200));
  });

  test('of codes is limited over all codes, and the owner can still confirm', async () => {
    const owner = await signUp(server, username, stranger());
    let compared = 0;
    let waited = 0;
    for (let guess = 0; guess < 40; guess += 1) {
      if (guess % 5 === 0) await stranger().call('POST', '/public/resend-confirm', { username });
      await server.runJobs();
      const code = wrongCode(lastCode(server, username));
      const { status, headers } = await stranger().call('POST', '/public/confirm', { username, code });
      if (status === 422) compared += 1;
      if (status === 429) waited += Number(headers['retry-after']);
    }
    expect([compared, waited]).toEqual([10, 30]);
    server.pass(16 * MINUTE);
    await owner.call('POST', '/public/resend-confirm', { username });
    await server.runJobs();
    const code = lastCode(server, username);
    expect((await owner.call('POST', '/public/confirm', { username, code })).status).toBe(200);
    expect((await logIn(owner, PASSWORD)).status).toBe(200);
  });

  test('of codes is answered alike for students and unknown addresses', async () => {
    await signUp(server, username);
    const given: Answer[][] = [];
    for (const name of [username, `nobody-${username}`]) {
      const answers: Answer[] = [];
      for (let guess = 0; guess < 12; guess += 1)
        answers.push(await stranger().call('POST', '/public/confirm', { username: name, code: '123456' }));
      given.push(answers);
    }
    expect(given[0]?.at(-1)).toMatchObject({ status: 429, headers: { 'retry-after': expect.any(String) } });
    expect(given[1]).toEqual(given[0]);
  });

  test('stores no names or addresses', async () => {
    await logIn(stranger());
    const rows = await server.storage.db.selectFrom('limit_state').select('key').execute();
    expect(rows.every(({ key }) => key.length === 32)).toBe(true);
  });

  test('logs nobody in while it cannot count', async () => {
    await register(server, username);
    const { schema } = server.storage.db;
    await schema.alterTable('limit_state').renameTo('aside').execute();
    const { status, headers } = await logIn(stranger(), PASSWORD);
    await schema.alterTable('aside').renameTo('limit_state').execute();
    expect([status >= 500, headers['set-cookie']]).toEqual([true, undefined]);
  });
});
