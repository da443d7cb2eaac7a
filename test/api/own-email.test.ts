import { describe, expect, test } from 'vitest';
import { openTestApp } from '#test/server/test-app.ts';
import { testEngines } from '#test/server/test-storage.ts';
import {
  applyPlanned,
  askForReset,
  eventsOf,
  lastCode,
  lastMail,
  logIn,
  PASSWORD,
  planAddress,
  register,
  StudentClient,
  wrongCode,
} from './student-client.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

describe.each(testEngines)('the address of an account, on $engine', async ({ open }) => {
  let students = 0;
  const server = await openTestApp({ storage: await open() });

  async function newStudent() {
    students += 1;
    const [from, to] = [`ada-${students}@example.org`, `new-${students}@example.org`];
    return { from, to, ada: await logIn(server, from) };
  }

  const opens = async (username: string) => (await new StudentClient(server.app).logIn(username)).status;

  async function requestCode(student: StudentClient, to: string): Promise<string> {
    expect((await ask(student, to)).status).toBe(200);
    await server.runJobs();
    return lastCode(server, to);
  }

  /** A student with a planned change, and the token of the link that cancels it. */
  async function studentWithPlan() {
    const student = await newStudent();
    const answer = await planAddress(server, student.ada, student.to);
    const token = /cancel-email\?token=(\S+)/.exec(lastMail(server, student.from)?.text ?? '')?.[1] ?? '';
    return { ...student, answer, token };
  }

  test('changes 72 hours after the code from the new mailbox', async () => {
    const { from, to, ada, answer } = await studentWithPlan();
    expect(answer.body['message']).toContain(`changes to ${to} in 72 hours`);
    const applies_at = new Date(server.now().getTime() + 72 * HOUR).toISOString();
    expect((await ada.call('GET', '/api/email-change')).body).toEqual({ email: to, applies_at });
    await applyPlanned(server, 71 * HOUR);
    expect([await opens(from), await opens(to)]).toEqual([200, 401]);
    await applyPlanned(server, HOUR);
    expect([await opens(from), await opens(to)]).toEqual([401, 200]);
  });

  test('ends all sessions, and notifies the former mailbox before and after', async () => {
    const { from, to } = await studentWithPlan();
    expect(lastMail(server, from)?.subject).toContain('Your email address will change');
    expect(lastMail(server, from)?.text).not.toContain(to);
    server.pass(72 * HOUR);
    const phone = new StudentClient(server.app);
    await phone.logIn(from);
    await applyPlanned(server, 0);
    expect((await phone.call('GET', '/api/profile')).status).toBe(401);
    expect(lastMail(server, from)?.subject).toContain('Your email address was changed');
    expect(lastMail(server, from)?.text).not.toContain(to);
  });

  test('is kept by the link mailed to the current mailbox, not by opening it', async () => {
    const { from, to, ada, token } = await studentWithPlan();
    const [id = '', time = ''] = token.split('.');
    const cancel = async (text: string) =>
      (await new StudentClient(server.app).call('POST', `/public/cancel-email?token=${text}`)).status;
    for (const wrong of ['x', `${id}.${time}.x`, token.replace(time, String(Number(time) + 1))])
      expect(await cancel(wrong)).toBe(404);
    await server.app.inject(`/cancel-email?token=${token}`);
    expect((await ada.call('GET', '/api/email-change')).body['email']).toBe(to);
    expect([await cancel(token), await cancel(token)]).toEqual([200, 404]);
    await applyPlanned(server);
    expect([await opens(from), await opens(to)]).toEqual([200, 401]);
    expect(await eventsOf(server, from, 'email-canceled')).toHaveLength(1);
  });

  test('is kept by a button in the account; the link cancels no later change', async () => {
    const { to, ada, token } = await studentWithPlan();
    expect((await ada.call('DELETE', '/api/email-change')).status).toBe(200);
    expect((await ada.call('GET', '/api/email-change')).body).toEqual({ email: null, applies_at: null });
    server.pass(MINUTE);
    await planAddress(server, ada, to);
    expect((await ada.call('POST', `/public/cancel-email?token=${token}`)).status).toBe(404);
  });

  test('stays the same if the new one has become another account', async () => {
    const { from, to } = await studentWithPlan();
    await register(server, to);
    await applyPlanned(server);
    expect(lastMail(server, from)?.subject).toContain("Your email address wasn't changed");
    expect([await opens(from), await opens(to)]).toEqual([200, 200]);
  });

  test.each([
    ['a wrong password', 'z@example.org', 'Wrong-Horse-7-Staple', 'password'],
    ['no address', 'no address', PASSWORD, 'email'],
    ['a second header', 'x@example.org\r\nBcc: z@example.org', PASSWORD, 'email'],
    ['letters beyond ASCII', 'jürgen@example.org', PASSWORD, 'email'],
    ['the current one', 'ada-CURRENT@example.org', PASSWORD, 'email'],
  ])('is not changed with %s', async (_name, email, password, field) => {
    const { ada } = await newStudent();
    const answer = await ask(ada, email.replace('CURRENT', String(students)), password);
    expect(answer).toMatchObject({ status: 422, body: { errors: { [field]: [expect.any(String)] } } });
    await server.runJobs();
    expect(lastMail(server, 'z@example.org')).toBeUndefined();
  });

  test('does not reveal whether the new one has an account', async () => {
    const { to, ada } = await newStudent();
    const other = await newStudent();
    await register(server, to);
    const answers = [await ask(ada, to), await ask(other.ada, other.to)];
    expect(answers[0]?.body).toEqual(answers[1]?.body);
    expect(answers[0]?.body['message']).toMatch(
      /^If no other account uses this address, a code is on its way/,
    );
    await server.runJobs();
    expect(lastMail(server, to)?.subject).toContain('This address already has an account');
    expect(lastMail(server, to)?.text).not.toMatch(/^\d{6}$/m);
    const wrong = [await confirm(ada, '123456'), await confirm(other.ada, '123456')];
    expect(wrong[0]?.body).toEqual(wrong[1]?.body);
    expect(wrong.map(({ status }) => status)).toEqual([422, 422]);
  });

  test('an unconfirmed one goes to the student who proves its mailbox', async () => {
    const { to, ada } = await newStudent();
    const squatter = new StudentClient(server.app);
    await squatter.call('POST', '/public/signup', { username: to, password: 'Quiet-Otter-Paddles-41' });
    await server.runJobs();
    await planAddress(server, ada, to);
    await applyPlanned(server);
    expect(await opens(to)).toBe(200);
  });

  test('a code is valid for five tries, ten minutes, and its student', async () => {
    const { to, ada } = await newStudent();
    const eve = (await newStudent()).ada;
    const code = await requestCode(ada, to);
    expect((await confirm(eve, code)).status).toBe(422);
    for (let tries = 0; tries < 5; tries += 1) await confirm(ada, wrongCode(code));
    expect((await confirm(ada, code)).status).toBe(422);
    const late = await requestCode(ada, to);
    server.pass(10 * MINUTE + 1);
    expect((await confirm(ada, late)).status).toBe(422);
  });

  test('a code confirms once, even in parallel', async () => {
    const { to, ada } = await newStudent();
    const code = await requestCode(ada, to);
    const answers = await Promise.all([1, 2, 3].map(() => confirm(ada.copy(), code)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('limits mails per mailbox, also behind a request for another one', async () => {
    const { ada, to } = await newStudent();
    for (let times = 0; times < 3; times += 1) expect((await ask(ada, to)).status).toBe(200);
    expect((await ask(ada, to)).status).toBe(429);
    for (let others = 0; others < 3; others += 1) {
      const { ada: other, to: dummy } = await newStudent();
      expect((await ask(other, dummy)).status).toBe(200);
      expect((await ask(other, to)).status).toBe(200);
    }
    await server.runJobs();
    expect(server.mails.filter((mail) => mail.to === to).length).toBeLessThanOrEqual(3);
  });

  test('a new password cancels a planned change', async () => {
    const { ada } = await studentWithPlan();
    const change = { password: PASSWORD, new_password: 'Quiet-Otter-Paddles-41' };
    expect((await ada.call('POST', '/api/password', change)).status).toBe(200);
    expect((await ada.call('GET', '/api/email-change')).body['email']).toBeNull();
  });

  test('a reset cancels a requested and a planned change, and a change cancels a reset', async () => {
    const { from, to, ada } = await studentWithPlan();
    const code = await requestCode(ada, to);
    const id = await askForReset(server, from);
    const reset = { username: from, password: 'Quiet-Otter-Paddles-41' };
    const owner = new StudentClient(server.app);
    expect((await owner.call('POST', '/public/reset-password', { ...reset, id })).status).toBe(200);
    await owner.call('POST', '/public/login', reset);
    expect((await confirm(owner, code)).status).toBe(422);
    expect((await owner.call('GET', '/api/email-change')).body['email']).toBeNull();

    const other = await studentWithPlan();
    server.pass(72 * HOUR);
    const stale = await askForReset(server, other.from);
    await applyPlanned(server, 0);
    for (const username of [other.from, other.to]) {
      const late = { username, password: 'Quiet-Otter-Paddles-41', id: stale };
      expect((await owner.call('POST', '/public/reset-password', late)).status).toBe(422);
    }
  });

  test('the trail of both addresses loses both names with the account', async () => {
    const { from, to, ada } = await studentWithPlan();
    await applyPlanned(server);
    await ada.logIn(to);
    const { body } = await ada.call('GET', '/api/own-data');
    expect(body).toMatchObject({ former_addresses: [{ email: from }] });
    expect(JSON.stringify(body['events'])).toContain('signup');
    expect(await ada.call('POST', '/api/delete-account', { password: PASSWORD })).toMatchObject({
      body: { deleted: true },
    });
    const trail = await server.storage.db.selectFrom('audit').selectAll().execute();
    for (const address of [from, to]) expect(JSON.stringify(trail)).not.toContain(address);
    const named = trail.filter(({ username }) => username.startsWith('deleted:'));
    expect(new Set(named.map(({ username }) => username)).size).toBe(1);
  });
});

function ask(student: StudentClient, email: string, password = PASSWORD) {
  return student.call('POST', '/api/email', { email, password });
}

function confirm(student: StudentClient, code: string) {
  return student.call('POST', '/api/email-code', { code });
}
