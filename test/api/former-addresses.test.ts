import { readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { createSendMail } from '#server/mail/send-mail.ts';
import type { Operation } from '#server/operator/operation-schemas.ts';
import { runOperation } from '#server/operator/operations.ts';
import { openTestApp, operatorServices, type TestApp } from '#test/server/test-app.ts';
import { testEngines } from '#test/server/test-storage.ts';
import { suiteFolder } from '#test/support/temporary-folder.ts';
import { applyPlanned, logIn, planAddress } from './student-client.ts';

describe.each(testEngines)('the former addresses of a student, on $engine', async ({ open }) => {
  const dataDir = suiteFolder();
  const mailDir = path.join(dataDir, 'mail');
  const toFolder = createSendMail({ smtpUrl: undefined, from: 'no-reply@localhost', dataDir });
  const server: TestApp = await openTestApp({
    storage: await open(),
    config: { partner: 'toy', cookiePrefix: 'toy', trustProxy: false, dataDir },
    sendMail: async (mail, posting) => {
      server.mails.push(mail);
      await toFolder(mail, posting);
    },
  });

  const run = (operation: Operation) =>
    runOperation({ ...operatorServices(server), dataDir }, { ...operation, operator: 'Grace Hopper' });
  const remove = (username: string) => run({ kind: 'delete-student', username });
  const trail = (username: string) =>
    run({ kind: 'trail', username, event: '', client: '', since: '1970-01-01', before: '', limit: 200 });

  async function changeAddress(from: string, to: string): Promise<void> {
    await planAddress(server, await logIn(server, from), to);
    await applyPlanned(server);
    server.pass(1000);
  }

  test('student delete deletes data under a former address, too', async () => {
    const [from, to] = ['old@example.org', 'new@example.org'];
    await changeAddress(from, to);
    await remove(to);
    for (const address of [from, to])
      expect(await trail(address)).toBe(`Nothing is recorded about ${address}.`);
    const mails = readdirSync(mailDir).map((file) => readFileSync(path.join(mailDir, file), 'utf8'));
    expect(mails.filter((mail) => mail.includes(from) || mail.includes(to))).toEqual([]);
    await expect(remove(from)).rejects.toThrow('Deleted 0 accounts, 0 jobs, 0 mails, 0 files');
  });

  test('the trail shows events under a former address', async () => {
    const [from, to] = ['first@example.org', 'second@example.org'];
    await changeAddress(from, to);
    const lines = (await trail(to)).split('\n').map((line) => line.split(/ {2,}/).slice(1, 3).join(' '));
    expect(lines).toEqual(expect.arrayContaining(['What Who', `signup ${from}`, `login ${from}`]));
    expect(lines.some((line) => line.startsWith('email-changed'))).toBe(true);
  });

  test('student delete keeps data of the new owner of a former address', async () => {
    const [from, to] = ['former@example.org', 'later@example.org'];
    await changeAddress(from, to);
    for (const file of readdirSync(mailDir)) rmSync(path.join(mailDir, file));
    const other = await logIn(server, from);
    await remove(to);
    expect((await other.call('GET', '/api/profile')).status).toBe(200);
    expect(readdirSync(mailDir)).toHaveLength(1);
    const kinds = (await trail(from)).split('\n').map((line) => line.split(/ {2,}/)[1]);
    expect(kinds).toEqual(['What', 'signup', 'confirm', 'login']);
  });

  test('its new owner neither sees nor deletes earlier events', async () => {
    const [from, to] = ['school@example.org', 'home@example.org'];
    await changeAddress(from, to);
    const { body } = await (await logIn(server, from)).call('GET', '/api/own-data');
    expect(JSON.stringify(body['events'])).not.toContain('email-changed');
    await remove(from);
    expect(await trail(to)).toContain(`signup         ${from}`);
  });
});
