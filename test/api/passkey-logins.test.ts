import { describe, expect, test } from 'vitest';
import { openTestApp, ORIGIN } from '#test/server/test-app.ts';
import { testEngines } from '#test/server/test-storage.ts';
import { createSoftwareAuthenticator } from '#test/support/software-authenticator.ts';
import { askChallenge, logInWith, optionsFor, passkeysOf, withPasskey } from './passkey-student.ts';
import { type Answer, askForReset, logIn, StudentClient } from './student-client.ts';

const MINUTE = 60_000;
const NEW = 'Quiet-Otter-Paddles-41';

describe.each(testEngines)('log-ins with a passkey, on $engine', async ({ open }) => {
  let students = 0;
  const server = await openTestApp({ storage: await open() });

  const nextAddress = (): string => `ada-${(students += 1)}@example.org`;

  test('a student logs in with a new passkey only', async () => {
    const { username, device } = await withPasskey(server, nextAddress());
    const phone = new StudentClient(server.app);
    const answer = await logInWith(device, phone);
    expect(answer).toMatchObject({ status: 200, body: { message: "You're logged in." } });
    expect((await phone.call('GET', '/api/profile')).body).toMatchObject({ username });
    expect((await phone.call('GET', '/api/sessions')).body).toEqual({
      sessions: expect.arrayContaining([
        expect.objectContaining({ is_this: true, by: 'passkey' }),
        expect.objectContaining({ is_this: false, by: 'password' }),
      ]),
    });
    expect((await phone.call('GET', '/api/passkeys')).body['passkeys']).toEqual([
      expect.objectContaining({ last_used: server.now().toISOString() }),
    ]);
  });

  test('a removed one fails, and the browser learns that it is unknown', async () => {
    const { ada, device } = await withPasskey(server, nextAddress());
    const [id] = await passkeysOf(ada);
    expect((await ada.call('DELETE', `/api/passkeys/${id}`, {})).status).toBe(200);
    const phone = new StudentClient(server.app);
    const answer = await logInWith(device, phone);
    expect(answer).toMatchObject({ status: 401, body: { unknown_passkey: true } });
    expect(phone.cookies.has('toy_session')).toBe(false);
  });

  test.each([
    ['of another website', { origin: 'https://evil.example' }],
    ['of another port', { origin: 'http://localhost:3001' }],
    ['for another host', { host: 'evil.example' }],
    ['without user verification', { isVerified: false }],
    ['for somebody else', { userHandle: Buffer.from('somebody').toString('base64url') }],
    ['of a registration', { type: 'webauthn.create' }],
    ['over an unknown challenge', { challenge: Buffer.alloc(38, 7).toString('base64url') }],
  ])('a log-in %s is refused', async (_what, instead) => {
    const { device } = await withPasskey(server, nextAddress());
    const phone = new StudentClient(server.app);
    const asked = await askChallenge(phone);
    const answer = await phone.call('POST', '/public/passkey-login', device.logIn(asked, instead));
    expect(answer.status).toBe(401);
    expect(answer.body).not.toHaveProperty('unknown_passkey');
    expect(phone.cookies.has('toy_session')).toBe(false);
    expect((await logInWith(device, phone)).status).toBe(200);
  });

  test('a log-in cannot be replayed, even in parallel', async () => {
    const { device } = await withPasskey(server, nextAddress());
    const phone = new StudentClient(server.app);
    const body = device.logIn(await askChallenge(phone));
    const attempt = () => new StudentClient(server.app).call('POST', '/public/passkey-login', body);
    const answers = await Promise.all(Array.from({ length: 8 }, attempt));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await phone.call('POST', '/public/passkey-login', body)).status).toBe(401);
  });

  test('a challenge is valid for ten minutes', async () => {
    const { device } = await withPasskey(server, nextAddress());
    const phone = new StudentClient(server.app);
    const early = await askChallenge(phone);
    server.pass(10 * MINUTE + 1);
    expect((await phone.call('POST', '/public/passkey-login', device.logIn(early))).status).toBe(401);
    const late = await askChallenge(phone);
    server.pass(9 * MINUTE);
    expect((await phone.call('POST', '/public/passkey-login', device.logIn(late))).status).toBe(200);
  });

  test('a cloned passkey is detected by its counter', async () => {
    const { device } = await withPasskey(server, nextAddress());
    const thief = device.copy();
    const browser = new StudentClient(server.app);
    const attempt = async (by: typeof device) => (await logInWith(by, browser)).status;
    expect(await attempt(device)).toBe(200);
    expect(await attempt(thief)).toBe(401);
    expect(await attempt(device)).toBe(200);
  });

  test('a synced passkey without a counter works each time', async () => {
    const device = createSoftwareAuthenticator(ORIGIN);
    const ada = await logIn(server, nextAddress());
    const body = device.register(await optionsFor(ada), { counter: 0 });
    expect((await ada.call('POST', '/api/passkeys', body)).status).toBe(200);
    const browser = new StudentClient(server.app);
    for (let times = 0; times < 3; times += 1) {
      const signed = device.logIn(await askChallenge(browser), { counter: 0 });
      expect((await browser.call('POST', '/public/passkey-login', signed)).status).toBe(200);
    }
  });

  test('a passkey log-in during a password reset leaves no session', async () => {
    for (let round = 0; round < 8; round += 1) {
      const { username, device } = await withPasskey(server, nextAddress());
      const id = await askForReset(server, username);
      const [owner, phone] = [new StudentClient(server.app), new StudentClient(server.app)];
      const body = device.logIn(await askChallenge(phone));
      await Promise.all([
        owner.call('POST', '/public/reset-password', { username, password: NEW, id }),
        phone.call('POST', '/public/passkey-login', body),
      ]);
      expect((await phone.call('GET', '/api/profile')).status).toBe(401);
    }
  });

  test("a stranger's wrong passwords do not block a passkey", async () => {
    const { username, device } = await withPasskey(server, nextAddress());
    const stranger = new StudentClient(server.app, '10.7.7.7');
    for (let tries = 0; tries < 25; tries += 1) await stranger.logIn(username, 'Wrong-Horse-7-Staple');
    const phone = new StudentClient(server.app, '10.7.7.8');
    expect((await logInWith(device, phone)).status).toBe(200);
  });

  test('limits passkey attempts, and their lines in the trail', async () => {
    const flood = new StudentClient(server.app, '10.9.9.9');
    const body = createSoftwareAuthenticator(ORIGIN).logIn(await askChallenge(flood), { userHandle: 'eA' });
    const answers: Answer[] = [];
    for (let times = 0; times < 140; times += 1)
      answers.push(await flood.call('POST', '/public/passkey-login', body));
    expect(answers.at(-1)).toMatchObject({ status: 429, headers: { 'retry-after': expect.any(String) } });
    const trail = server.storage.db.selectFrom('audit').select('kind').where('client', '=', '10.9.9.9');
    const { length } = await trail.execute();
    expect([length > 0, length <= 20]).toEqual([true, true]);
  });
});
