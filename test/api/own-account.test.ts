import { randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { cheapHasher } from '#test/server/cheap-hasher.ts';
import { openTestApp } from '#test/server/test-app.ts';
import { testEngines } from '#test/server/test-storage.ts';
import { toyQuestionnaire } from '#test/server/toy-questionnaire.ts';
import { insertPasskey } from '#server/student-tables/passkey-store.ts';
import { idOf, lastMail, logIn, logInAgain, PASSWORD, type StudentClient } from './student-client.ts';

const HOUR = 3_600_000;
const NEW = 'Quiet-Otter-Paddles-41';

describe.each(testEngines)('the account of a student, on $engine', async ({ open }) => {
  const questionnaire = toyQuestionnaire();
  const partner = { ...questionnaire.partner, help_email: 'office@example.edu' };
  const hashed: string[] = [];
  const hash = async (password: string): Promise<string> => {
    hashed.push(password);
    await canHash;
    return cheapHasher.hash(password);
  };
  let canHash = Promise.resolve();
  const server = await openTestApp({
    storage: await open(),
    questionnaire: { ...questionnaire, partner },
    hasher: { ...cheapHasher, hash },
  });

  test("lists the student's own sessions only", async () => {
    const ada = await logIn(server, 'sees@example.org');
    await logIn(server, 'other@example.org');
    await logInAgain(server, 'sees@example.org');
    expect(await sessionsOf(ada)).toEqual({
      sessions: expect.arrayContaining([
        expect.objectContaining({ is_this: true, since: server.now().toISOString() }),
        expect.objectContaining({ is_this: false }),
      ]),
    });
    expect(await sessionsOf(ada)).toHaveProperty('sessions.length', 2);
  });

  test('does not list ended sessions', async () => {
    await logIn(server, 'idle@example.org');
    server.pass(HOUR);
    const again = await logInAgain(server, 'idle@example.org');
    expect(await sessionsOf(again)).toHaveProperty('sessions.length', 1);
  });

  test('a student ends one other session, or all others, and keeps this one', async () => {
    const ada = await logIn(server, 'ends@example.org');
    const [phone, library] = [
      await logInAgain(server, 'ends@example.org'),
      await logInAgain(server, 'ends@example.org'),
    ];
    const ids = (await sessionsOf(phone))['sessions'];
    const own = Array.isArray(ids) ? ids.find(({ is_this }) => is_this) : undefined;
    expect((await ada.call('DELETE', `/api/sessions/${own.id}`)).status).toBe(200);
    expect((await phone.call('GET', '/api/profile')).status).toBe(401);
    expect((await library.call('GET', '/api/profile')).status).toBe(200);
    expect((await ada.call('DELETE', '/api/sessions')).status).toBe(200);
    expect((await library.call('GET', '/api/profile')).status).toBe(401);
    expect((await ada.call('GET', '/api/profile')).status).toBe(200);
  });

  test("a student cannot end this session, nor another student's", async () => {
    const ada = await logIn(server, 'mine@example.org');
    const eve = await logIn(server, 'eve@example.org');
    const { sessions } = await sessionsOf(ada);
    const [own] = Array.isArray(sessions) ? sessions : [];
    for (const student of [ada, eve]) await student.call('DELETE', `/api/sessions/${own.id}`);
    expect((await ada.call('DELETE', '/api/sessions/no-hash')).status).toBe(200);
    expect((await ada.call('GET', '/api/profile')).status).toBe(200);
  });

  test('a new password keeps or ends sessions and passkeys as asked, and the email lists what is left', async () => {
    const ada = await logIn(server, 'keeps@example.org');
    const phone = await logInAgain(server, 'keeps@example.org');
    const studentId = await idOf(server, 'keeps@example.org');
    const passkey = { studentId, credentialId: 'credential', publicKey: Buffer.from('key'), counter: 0 };
    const device = 'Safari, iPhone';
    await insertPasskey(server.storage.db, { ...passkey, id: randomUUID(), device, now: server.now() });
    const text = async () => {
      await server.runJobs();
      return lastMail(server, 'keeps@example.org')?.text ?? '';
    };
    const keep = { password: PASSWORD, new_password: NEW, keep_sessions: true, keep_passkeys: true };
    expect((await ada.call('POST', '/api/password', keep)).status).toBe(200);
    expect((await phone.call('GET', '/api/profile')).status).toBe(200);
    expect(await text()).toMatch(
      /Logged in now: .*· Unknown device and .*· Unknown device\n[^]*Passkeys: .*· Safari, iPhone/,
    );
    const end = { password: NEW, new_password: PASSWORD, keep_sessions: false, keep_passkeys: false };
    expect((await ada.call('POST', '/api/password', end)).status).toBe(200);
    expect((await phone.call('GET', '/api/profile')).status).toBe(401);
    expect((await ada.call('GET', '/api/passkeys')).body['passkeys']).toEqual([]);
    expect(await text()).toMatch(/Logged in now: [^·]*· Unknown device\n[^]*Passkeys: none/);
  });

  test('a password change that waits for its hash holds nobody up', async () => {
    const [ada, bob] = [await logIn(server, 'changes@example.org'), await logIn(server, 'saves@example.org')];
    const gate = Promise.withResolvers<void>();
    canHash = gate.promise;
    const changed = change(ada, PASSWORD, NEW);
    await expect.poll(() => hashed).toContain(NEW);
    expect((await bob.call('PUT', '/api/answer', { answer: { colour: 'red' } })).status).toBe(200);
    gate.resolve();
    expect((await changed).status).toBe(200);
  });

  test('a password change requires the current one, with limited tries, and a strong new one', async () => {
    const ada = await logIn(server, 'guess@example.org');
    const wrong = await change(ada, 'Wrong-Horse-7-Staple', NEW);
    expect(wrong).toMatchObject({ status: 422, body: { errors: { password: [expect.any(String)] } } });
    const weak = await change(ada, PASSWORD, 'short');
    expect(weak).toMatchObject({ status: 422, body: { errors: { new_password: [expect.any(String)] } } });
    // Only owners have the weakness of a password estimated, which takes long.
    const both = await change(ada, 'Wrong-1', 'password');
    expect(both).toMatchObject({ status: 422, body: { errors: { password: [expect.any(String)] } } });
    hashed.length = 0;
    for (let tries = 0; tries < 5; tries += 1) await change(ada, 'Wrong-Horse-7-Staple', NEW);
    expect((await change(ada, PASSWORD, NEW)).status).toBe(429);
    expect(hashed).toEqual([]);
    expect((await ada.call('GET', '/api/profile')).status).toBe(200);
  });

  test('a student downloads their data, without secrets, a few times, after a recent log-in or password', async () => {
    const ada = await logIn(server, 'data@example.org');
    const answer = await ada.call('GET', '/api/own-data');
    expect(answer.headers['content-disposition']).toContain('attachment');
    expect(answer.body).toMatchObject({
      account: { username: 'data@example.org' },
      sessions: [{ created_at: expect.any(String) }],
    });
    expect(JSON.stringify(answer.body)).not.toMatch(/hash|argon/);
    server.pass(11 * 60_000);
    const prove = async (body: object) => (await ada.call('POST', '/api/own-data', body)).status;
    expect((await ada.call('GET', '/api/own-data')).status).toBe(403);
    expect([await prove({}), await prove({ password: 'Wrong-Horse-7-Staple' })]).toEqual([422, 422]);
    expect((await ada.call('GET', '/api/own-data')).status).toBe(403);
    expect(await prove({ password: PASSWORD })).toBe(200);
    expect((await ada.call('GET', '/api/own-data')).status).toBe(200);
    for (let times = 0; times < 2; times += 1) await ada.call('GET', '/api/own-data');
    expect((await ada.call('GET', '/api/own-data')).status).toBe(429);
  });

  test('a list has a hundred sessions, a download a thousand log-ins and nothing that a terminal obeys', async () => {
    const ada = await logIn(server, 'often@example.org');
    await ada.call('PUT', '/api/answer', { answer: { colour: 'A\u009b31m' } });
    const student_id = await idOf(server, 'often@example.org');
    const logins = Array.from({ length: 1100 }, (_, at) => ({ student_id, at: new Date(at) }));
    await server.storage.db.insertInto('login').values(logins).execute();
    const times = { created_at: server.now(), seen_at: server.now() };
    const sessions = logins.map(() => ({ student_id, token_hash: randomBytes(32), ...times }));
    await server.storage.db.insertInto('session').values(sessions).execute();
    expect((await ada.call('GET', '/api/sessions')).body['sessions']).toHaveLength(100);
    const download = { url: '/api/own-data', cookies: Object.fromEntries(ada.cookies) };
    const { body } = await server.app.inject(download);
    expect(body).toContain(String.raw`A\u009b31m`);
    const exported = JSON.parse(body);
    expect(exported.logins).toHaveLength(1000);
    expect(exported.logins).not.toContainEqual({ at: new Date(0).toISOString() });
  });

  const accountsOf = async (username: string) =>
    (await server.storage.db.selectFrom('student').selectAll().where('username', '=', username).execute())
      .length;

  test('a draft is deleted at once, with the password', async () => {
    const ada = await logIn(server, 'gone@example.org');
    expect((await remove(ada, 'Wrong-Horse-7-Staple')).status).toBe(422);
    expect(await accountsOf('gone@example.org')).toBe(1);
    expect(await remove(ada, PASSWORD)).toMatchObject({ status: 200, body: { deleted: true } });
    expect(await accountsOf('gone@example.org')).toBe(0);
    expect((await ada.call('GET', '/api/profile')).status).toBe(401);
    const trail = await server.storage.db.selectFrom('audit').selectAll().execute();
    expect(JSON.stringify(trail)).not.toContain('gone@example.org');
  });

  test('a submission stays, and the office is mailed', async () => {
    const ada = await logIn(server, 'kept@example.org');
    await ada.call('PUT', '/api/answer', { answer: { colour: 'red' } });
    expect((await ada.call('POST', '/api/submit')).status).toBe(200);
    expect(await remove(ada, PASSWORD)).toMatchObject({ status: 200, body: { deleted: false } });
    await server.runJobs();
    const letter = server.mails.find(({ to }) => to === 'office@example.edu');
    expect(letter?.text).toContain('kept@example.org');
    expect(await accountsOf('kept@example.org')).toBe(1);
    expect((await ada.call('GET', '/api/profile')).status).toBe(200);
  });

  test('a request for deletion has a date, and is withdrawn once', async () => {
    const ada = await logIn(server, 'withdraws@example.org');
    const asked = async () => (await ada.call('GET', '/api/delete-account')).body['asked_at'];
    await ada.call('PUT', '/api/answer', { answer: { colour: 'red' } });
    await ada.call('POST', '/api/submit');
    expect(await asked()).toBeNull();
    await remove(ada, PASSWORD);
    expect(await asked()).toBe(server.now().toISOString());
    server.pass(1000);
    for (let times = 0; times < 2; times += 1)
      expect((await ada.call('DELETE', '/api/delete-account')).status).toBe(200);
    expect(await asked()).toBeNull();
    await server.runJobs();
    const letters = server.mails.filter(({ text }) => text?.includes('withdraws@example.org'));
    expect(letters.filter(({ subject }) => subject.includes('withdrew a deletion request'))).toHaveLength(1);
    server.pass(1000);
    await remove(ada, PASSWORD);
    expect(await asked()).toBe(server.now().toISOString());
  });

  test('requests for deletion in a loop, and new passwords, are mailed twenty times', async () => {
    const username = 'loops@example.org';
    const ada = await logIn(server, username);
    await ada.call('PUT', '/api/answer', { answer: { colour: 'red' } });
    await ada.call('POST', '/api/submit');
    for (let times = 0; times < 20; times += 1) {
      expect((await remove(ada, PASSWORD)).status).toBe(200);
      expect((await ada.call('DELETE', '/api/delete-account')).status).toBe(200);
      server.pass(1000);
    }
    expect((await remove(ada, PASSWORD)).status).toBe(429);
    expect((await change(ada, PASSWORD, NEW)).status).toBe(429);
    server.pass(10 * 60_000);
    expect((await change(ada, PASSWORD, NEW)).status).toBe(200);
  });

  test('an acknowledged submit survives a parallel deletion', async () => {
    for (let round = 0; round < 12; round += 1) {
      const username = `both-${round}@example.org`;
      const ada = await logIn(server, username);
      await ada.call('PUT', '/api/answer', { answer: { colour: 'red' } });
      const tab = ada.copy();
      const [submitted, removed] = await Promise.all([
        tab.call('POST', '/api/submit'),
        remove(ada, PASSWORD),
      ]);
      const isSubmitted = submitted.status === 200;
      expect([round, removed.body['deleted']]).toEqual([round, !isSubmitted]);
      expect(await accountsOf(username)).toBe(isSubmitted ? 1 : 0);
    }
  });

  test.each([
    ['email_change', 'POST', '/api/email', { email: 'new@example.org', password: PASSWORD }],
    ['pdf_copy', 'GET', '/api/pdf', undefined],
  ] as const)('a call that writes to %s while it is deleted gets 404', async (table, method, url, body) => {
    const ada = await logIn(server, `${table}@example.org`);
    await ada.call('PUT', '/api/answer', { answer: { colour: 'red' } });
    for (const statement of [
      `create function ${table}_late() returns trigger language plpgsql as
        'begin delete from student where id = new.student_id; return new; end'`,
      `create trigger late before insert on ${table} for each row execute function ${table}_late()`,
    ])
      await sql.raw(statement).execute(server.storage.db);
    expect((await ada.call(method, url, body)).status).toBe(404);
  });
});

async function sessionsOf(student: StudentClient) {
  return (await student.call('GET', '/api/sessions')).body;
}

function change(student: StudentClient, password: string, new_password: string) {
  return student.call('POST', '/api/password', { password, new_password });
}

function remove(student: StudentClient, password: string) {
  return student.call('POST', '/api/delete-account', { password });
}
