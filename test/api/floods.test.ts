import { setTimeout as delay } from 'node:timers/promises';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { WRONG_PER_CLIENT } from '#server/accounts/guess-limits.ts';
import { CLIENT_LIMITS } from '#server/limits/client-limits.ts';
import { createTestApp, openTestApp } from '#test/server/test-app.ts';
import { cheapHasher } from '#test/server/cheap-hasher.ts';
import { testEngines } from '#test/server/test-storage.ts';
import { statementsDuring } from './statement-count.ts';
import { PASSWORD, register, StudentClient } from './student-client.ts';

const CROWD = 100;
/** Audit lines of the first refusals. */
const LINES = 20;
/** Four of the client's own, and an audit line of each that just ended. */
const MOST_AT_ONCE = 8;

type Ask = (client: StudentClient, count: number) => Promise<{ readonly status: number }>;

const nameOf = (count: number): string => `stranger-${count}@example.org`;
const tokenOf = (count: number): string => String(count).padStart(43, 'A');

/** Fourth group of an address in the same /56. */
const networkIn56 = (at: number): string => `a${(at % 200).toString(16).padStart(2, '0')}`;

const logInWrong: Ask = (client, at) => client.logIn(nameOf(at), 'Wrong-1');

/** Passwords in the order of their hashes. */
const hashed: string[] = [];
let canHash = Promise.resolve();
const countingHasher: typeof cheapHasher = {
  ...cheapHasher,
  async verify(hash, password) {
    hashed.push(password);
    await canHash;
    return cheapHasher.verify(hash, password);
  },
};

const FLOODS: readonly (readonly [name: string, burst: number, ask: Ask])[] = [
  ['log-ins', CLIENT_LIMITS.login.burst, logInWrong],
  [
    'sign-ups',
    CLIENT_LIMITS.signup.burst,
    (client, at) => client.call('POST', '/public/signup', { username: nameOf(at), password: PASSWORD }),
  ],
  [
    'codes',
    CLIENT_LIMITS.confirm.burst,
    (client, at) => client.call('POST', '/public/confirm', { username: nameOf(at), code: '123456' }),
  ],
  [
    'forgotten passwords',
    CLIENT_LIMITS.forgot.burst,
    (client, at) => client.call('POST', '/public/forgot-password', { username: nameOf(at) }),
  ],
  [
    'resent codes',
    CLIENT_LIMITS.resend.burst,
    (client, at) => client.call('POST', '/public/resend-confirm', { username: nameOf(at) }),
  ],
  [
    'prefill links',
    CLIENT_LIMITS.token.burst,
    (client, at) => client.call('GET', `/public/tmp?token=${tokenOf(at)}`),
  ],
  [
    'staff links',
    CLIENT_LIMITS.token.burst,
    (client, at) => client.call('GET', `/service/tmp-pdf?service_token=${tokenOf(at)}`),
  ],
  ...['cancel-email', 'stop-reminders'].map((call): (typeof FLOODS)[number] => [
    call,
    CLIENT_LIMITS.token.burst,
    (client, at) => client.call('POST', `/public/${call}?token=${tokenOf(at)}`),
  ]),
  [
    'calls with made-up cookies',
    CLIENT_LIMITS.session.burst,
    (client, at) =>
      at % 2 === 0
        ? madeUp(client, at).call('GET', '/api/profile')
        : madeUp(client, at).call('PUT', '/api/answer', { answer: { age: at } }),
  ],
];

/** Adds a forged session cookie. */
function madeUp(client: StudentClient, count: number): StudentClient {
  client.setCookie('toy_session', tokenOf(count));
  return client;
}

const logInWithoutPassword: Ask = (client, at) =>
  client.call('POST', '/public/login', { username: nameOf(at) });

describe.each(testEngines)('a flood from one address on $engine', async ({ open }) => {
  let address: string;
  let count = 0;
  const server = await openTestApp({ storage: await open(), hasher: countingHasher });
  beforeEach(() => {
    address = `192.0.2.${(count += 1)}`;
  });

  const floodWith = (ask: Ask, times: number) =>
    Array.from({ length: times }, (_, at) => ask(new StudentClient(server.app, address), at));

  test.each(FLOODS)(
    'of %s runs few statements at once, and none after its burst',
    async (_name, burst, ask) => {
      const { atOnce } = await statementsDuring(server, () => Promise.all(floodWith(ask, burst + LINES)));
      expect(atOnce).toBeLessThanOrEqual(MOST_AT_ONCE);
      const { times, result } = await statementsDuring(server, () => Promise.all(floodWith(ask, 30)));
      expect(new Set(result.map(({ status }) => status))).toEqual(new Set([429]));
      expect(times).toBe(0);
    },
  );

  test('of made-up cookies does not end with a session that the server has not seen', async () => {
    const student = new StudentClient(server.app, address);
    await register(server, `behind-${count}@example.org`, student);
    await student.logIn(`behind-${count}@example.org`);
    const other = await createTestApp({ storage: server.storage });
    onTestFinished(() => other.app.close());
    const cookies = Array.from({ length: CLIENT_LIMITS.session.burst + LINES }, (_, at) => at);
    await Promise.all(
      cookies.map((at) => madeUp(new StudentClient(other.app, address), at).call('GET', '/api/profile')),
    );
    expect((await student.copy(other.app).call('GET', '/api/profile')).status).toBe(200);
  });

  test('of password calls in sessions of one IPv6 customer lets others log in after few, and neighbors in sessions go on', async () => {
    const username = `other-${count}@example.org`;
    await register(server, username);
    const students: StudentClient[] = [];
    const neighbor = new StudentClient(server.app, `2001:db8:7:8::${count}`);
    await register(server, `neighbor-${count}@example.org`, neighbor);
    await neighbor.logIn(`neighbor-${count}@example.org`);
    for (let at = 0; at < 8; at += 1) {
      const student = new StudentClient(server.app, `2001:db8:7:${at}::${count}`);
      await register(server, `own-${count}-${at}@example.org`, student);
      await student.logIn(`own-${count}-${at}@example.org`);
      students.push(student);
    }
    const gate = Promise.withResolvers<void>();
    canHash = gate.promise;
    hashed.length = 0;
    const calls = [...students, ...students].map((student) =>
      student.call('POST', '/api/email', { email: 'next@example.org', password: PASSWORD }),
    );
    await delay(100);
    const login = new StudentClient(server.app, '198.51.100.9').logIn(username, 'Other-1');
    await delay(100);
    expect((await neighbor.call('GET', '/api/profile')).status).toBe(200);
    gate.resolve();
    await Promise.all([...calls, login]);
    expect(hashed).toHaveLength(17);
    expect(hashed.indexOf('Other-1')).toBeLessThan(8);
  });

  test('of log-ins hashes no password of a refused one', async () => {
    hashed.length = 0;
    const answers = await Promise.all(floodWith(logInWrong, CLIENT_LIMITS.login.burst + LINES));
    expect(hashed.length).toBe(answers.filter(({ status }) => status === 401).length);
    expect(hashed.length).toBeLessThan(WRONG_PER_CLIENT.burst + MOST_AT_ONCE);
  });

  test('of right log-ins, one of them elsewhere, ends at the allowance of the account; wrong ones spend none', async () => {
    const owner = new StudentClient(server.app, address);
    const thief = new StudentClient(server.app, `198.51.100.${count}`);
    const [username, { burst }] = [`owner-${count}@example.org`, CLIENT_LIMITS.login];
    const logIn = async (by: StudentClient, password = PASSWORD) =>
      (await by.logIn(username, password)).status;
    await register(server, username, owner);
    expect(await logIn(thief)).toBe(200);
    const wrong = await Promise.all(Array.from({ length: burst + LINES }, () => logIn(thief, 'Wrong-1')));
    expect(wrong).not.toContain(200);
    const statuses: number[] = [];
    for (let at = 0; at < burst + LINES; at += 1) statuses.push(await logIn(owner));
    expect(statuses.filter((status) => status === 200)).toHaveLength(burst - 1);
    expect(statuses.at(-1)).toBe(429);
  });

  test('from many networks of one IPv6 customer ends at the allowance of its /56', async () => {
    const { burst } = CLIENT_LIMITS.challenge;
    const statuses: number[] = [];
    for (let at = 0; at < 2 * burst + LINES; at += 1) {
      const client = new StudentClient(server.app, `2001:db8:${count}:${networkIn56(at)}::1`);
      statuses.push((await client.call('POST', '/public/passkey-challenge')).status);
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(2 * burst);
    expect(statuses.at(-1)).toBe(429);
  });

  test('of invalid log-ins from a /48 leaves few lines in the trail', async () => {
    const flood = (times: number) =>
      Array.from({ length: times }, (_, at) => {
        const client = new StudentClient(server.app, `2001:db8:${count}:${networkIn56(at)}::1`);
        return logInWithoutPassword(client, at);
      });
    await Promise.all(flood(LINES));
    const { times } = await statementsDuring(server, () => Promise.all(flood(CROWD)));
    expect(times).toBe(0);
  });
});
