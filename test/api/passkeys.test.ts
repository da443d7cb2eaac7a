import { describe, expect, test } from 'vitest';
import { openTestApp, ORIGIN } from '#test/server/test-app.ts';
import { testEngines } from '#test/server/test-storage.ts';
import { createSoftwareAuthenticator } from '#test/support/software-authenticator.ts';
import {
  addPasskey,
  askChallenge,
  logInWith,
  optionsFor,
  passkeysOf,
  withPasskey,
} from './passkey-student.ts';
import {
  askForReset,
  eventsOf,
  idOf,
  lastMail,
  logIn,
  logInAgain,
  PASSWORD,
  StudentClient,
} from './student-client.ts';

const MINUTE = 60_000;
const NEW = 'Quiet-Otter-Paddles-41';

describe.each(testEngines)('the passkeys of a student, on $engine', async ({ open }) => {
  let students = 0;
  const server = await openTestApp({ storage: await open() });

  const nextAddress = (): string => `ada-${(students += 1)}@example.org`;

  test('a new one is mailed to the owner, and audited', async () => {
    const { username, ada } = await withPasskey(server, nextAddress());
    await server.runJobs();
    expect(lastMail(server, username)?.subject).toContain('A passkey was added to your account');
    const [own] = await passkeysOf(ada);
    await ada.call('DELETE', `/api/passkeys/${own}`, {});
    const added = { kind: 'passkey-added', result: 'ok' };
    expect((await eventsOf(server, username)).slice(-2)).toMatchObject([
      added,
      { ...added, kind: 'passkey-removed' },
    ]);
  });

  test.each([
    ['for another website', { origin: 'https://evil.example' }],
    ['for another host', { host: 'evil.example' }],
    ['whose owner was not verified', { isVerified: false }],
    ['of a log-in', { type: 'webauthn.get' }],
    ['over an unknown challenge', { challenge: Buffer.alloc(38, 7).toString('base64url') }],
    ['with an attestation, which is not requested', { isAttested: true }],
  ])('one %s is not added', async (_what, instead) => {
    const ada = await logIn(server, nextAddress());
    const device = createSoftwareAuthenticator(ORIGIN);
    const answer = await ada.call('POST', '/api/passkeys', device.register(await optionsFor(ada), instead));
    expect(answer.status).toBe(422);
    expect(await passkeysOf(ada)).toEqual([]);
  });

  test('a challenge adds one passkey, in its session only', async () => {
    const username = nextAddress();
    const ada = await logIn(server, username);
    const eve = await logIn(server, nextAddress());
    const phone = await logInAgain(server, username);
    const device = createSoftwareAuthenticator(ORIGIN);
    const asked = await optionsFor(ada);
    const body = device.register(asked);
    for (const other of [eve, phone])
      expect((await other.call('POST', '/api/passkeys', body)).status).toBe(422);
    const forLogin = device.register({ ...asked, ...(await askChallenge(ada)) });
    expect((await ada.call('POST', '/api/passkeys', forLogin)).status).toBe(422);
    expect((await ada.call('POST', '/api/passkeys', body)).status).toBe(200);
    expect((await ada.call('POST', '/api/passkeys', body)).status).toBe(422);
    expect(await passkeysOf(ada)).toHaveLength(1);
  });

  test("rejects another student's passkey", async () => {
    const { device } = await withPasskey(server, nextAddress());
    const eve = await logIn(server, nextAddress());
    const body = device.register(await optionsFor(eve));
    expect((await eve.call('POST', '/api/passkeys', body)).status).toBe(422);
  });

  test('adding and removing require the password a while after log-in', async () => {
    const { ada } = await withPasskey(server, nextAddress());
    expect((await ada.call('GET', '/api/passkeys')).body['needs_password']).toBe(false);
    server.pass(11 * MINUTE);
    expect((await ada.call('GET', '/api/passkeys')).body['needs_password']).toBe(true);
    const [id] = await passkeysOf(ada);
    for (const password of [undefined, 'Wrong-Horse-7-Staple']) {
      const refused = { status: 422, body: { errors: { password: [expect.any(String)] } } };
      expect(await ada.call('POST', '/api/passkey-options', { password })).toMatchObject(refused);
      expect(await ada.call('DELETE', `/api/passkeys/${id}`, { password })).toMatchObject(refused);
    }
    const second = createSoftwareAuthenticator(ORIGIN);
    const options = await optionsFor(ada, PASSWORD);
    expect(options.excludeCredentials).toHaveLength(1);
    expect((await ada.call('POST', '/api/passkeys', second.register(options))).status).toBe(200);
    expect((await ada.call('DELETE', `/api/passkeys/${id}`, { password: PASSWORD })).status).toBe(200);
    expect(await passkeysOf(ada)).toHaveLength(1);
  });

  test('a student sees and removes only their own', async () => {
    const { ada } = await withPasskey(server, nextAddress());
    const eve = await logIn(server, nextAddress());
    const [id] = await passkeysOf(ada);
    expect(await passkeysOf(eve)).toEqual([]);
    for (const other of [id, 'none', '00000000-0000-0000-0000-000000000000'])
      expect((await eve.call('DELETE', `/api/passkeys/${other}`, {})).status).toBe(404);
    expect(await passkeysOf(ada)).toEqual([id]);
  });

  test('a student has ten at most', async () => {
    const ada = await logIn(server, nextAddress());
    for (let count = 0; count < 10; count += 1)
      expect(await addPasskey(ada, createSoftwareAuthenticator(ORIGIN))).toMatchObject({ status: 200 });
    expect(await ada.call('POST', '/api/passkey-options', {})).toMatchObject({
      status: 422,
      body: { message: expect.stringContaining('10 passkeys') },
    });
  });

  test('a password reset removes every passkey, and the mail says so', async () => {
    const { username, device } = await withPasskey(server, nextAddress());
    const id = await askForReset(server, username);
    const browser = new StudentClient(server.app);
    const reset = { username, password: NEW, id };
    expect((await browser.call('POST', '/public/reset-password', reset)).status).toBe(200);
    await server.runJobs();
    const mail = lastMail(server, username);
    expect(mail?.subject).toContain('Your password was changed');
    expect(mail?.text).toContain('We removed your passkeys');
    expect((await logInWith(device, browser)).status).toBe(401);
  });

  test('a passkey added during a password reset is removed', async () => {
    for (let round = 0; round < 8; round += 1) {
      const username = nextAddress();
      const stranger = await logIn(server, username);
      const body = createSoftwareAuthenticator(ORIGIN).register(await optionsFor(stranger));
      const id = await askForReset(server, username);
      const owner = new StudentClient(server.app);
      const [reset] = await Promise.all([
        owner.call('POST', '/public/reset-password', { username, password: NEW, id }),
        stranger.call('POST', '/api/passkeys', body),
      ]);
      expect(reset.status).toBe(200);
      await owner.logIn(username, NEW);
      expect(await passkeysOf(owner)).toEqual([]);
    }
  });

  test('a changed password keeps the passkeys', async () => {
    const { ada, device } = await withPasskey(server, nextAddress());
    await ada.call('POST', '/api/password', { password: PASSWORD, new_password: NEW });
    expect((await logInWith(device, new StudentClient(server.app))).status).toBe(200);
  });

  test('passkeys are in the download, without keys, and go with the account', async () => {
    const { username, ada } = await withPasskey(server, nextAddress());
    const { body } = await ada.call('GET', '/api/own-data');
    expect(body['passkeys']).toEqual([expect.objectContaining({ created_at: expect.any(String) })]);
    expect(JSON.stringify(body)).not.toMatch(/public_key|credential/);
    const keys = server.storage.db
      .selectFrom('passkey')
      .where('student_id', '=', await idOf(server, username));
    const deleted = await ada.call('POST', '/api/delete-account', { password: PASSWORD });
    expect(deleted.body).toMatchObject({ deleted: true });
    expect(await keys.select('id').execute()).toEqual([]);
  });
});
