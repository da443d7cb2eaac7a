import { readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PASSWORD } from '#test/api/student-client.ts';
import { readCode, waitForMail } from '#test/support/mailbox.ts';
import { type CommandedServer, startCommandedServer } from './commanded-server.ts';
import { outsideDatabases } from './test-storage.ts';

describe.each(outsideDatabases)('the former addresses of a student, on $name', ({ open }) => {
  let server: CommandedServer;
  beforeAll(async () => {
    server = await startCommandedServer(open);
  });
  afterAll(() => server.stop());
  const run: CommandedServer['run'] = (...command) => server.run(...command);
  const call: CommandedServer['call'] = (...request) => server.call(...request);
  const register = (username: string) => server.register(username);

  /** Waits for the mail to the former mailbox. */
  async function changeAddress(cookie: string, from: string, to: string): Promise<void> {
    await call('/api/email', { email: to, password: PASSWORD }, cookie);
    const code = await waitForMail(server.mailDir, to, readCode);
    expect((await call('/api/email-code', { code }, cookie)).status).toBe(200);
    await waitForMail(
      server.mailDir,
      from,
      ({ subject }) => subject?.match(/email address was changed/)?.[0],
    );
  }

  test.each([
    [
      'the student',
      (_: string, cookie: string) => call('/api/delete-account', { password: PASSWORD }, cookie),
    ],
    ['student delete', (username: string) => run('student', ['delete', username, '--yes'])],
  ])('%s deletes data under a former address, too', async (who, remove) => {
    const name = who.replace(' ', '-');
    const [from, to] = [`${name}-old@example.org`, `${name}-new@example.org`];
    const cookie = await register(from);
    await changeAddress(cookie, from, to);
    await remove(to, cookie);
    for (const address of [from, to]) {
      const { out } = await run('trail', ['--user', address]);
      expect(out).toBe(`Nothing is recorded about ${address}.\n`);
    }
    const mails = readdirSync(server.mailDir).map((file) =>
      readFileSync(path.join(server.mailDir, file), 'utf8'),
    );
    expect(mails.filter((mail) => mail.includes(from) || mail.includes(to))).toEqual([]);
    const { out, err } = await run('student', ['delete', from, '--yes']);
    expect([out, err]).toEqual(['', expect.stringContaining('Deleted 0 accounts, 0 jobs, 0 mails, 0 files')]);
  });

  test('audit shows events under a former address', async () => {
    const [from, to] = ['first@example.org', 'second@example.org'];
    await changeAddress(await register(from), from, to);
    const { out } = await run('trail', ['--user', to]);
    const lines = out
      .trim()
      .split('\n')
      .map((line) => line.split(/ {2,}/).slice(1, 3).join(' '));
    expect(lines).toEqual(expect.arrayContaining(['What Who', `signup ${from}`, `login ${from}`]));
    expect(lines.some((line) => line.startsWith('email-changed'))).toBe(true);
  });

  test('student delete keeps data of the new owner of a former address', async () => {
    const [from, to] = ['former@example.org', 'later@example.org'];
    await changeAddress(await register(from), from, to);
    for (const file of readdirSync(server.mailDir)) rmSync(path.join(server.mailDir, file));
    const other = await register(from);
    await run('student', ['delete', to, '--yes']);
    expect((await call('/api/profile', undefined, other)).status).toBe(200);
    expect(await waitForMail(server.mailDir, from, readCode)).toMatch(/^\d{6}$/);
    const { out } = await run('trail', ['--user', from]);
    const kinds = out
      .trim()
      .split('\n')
      .map((line) => line.split(/ {2,}/)[1]);
    expect(kinds).toEqual(['What', 'signup', 'confirm', 'login']);
  });
});
