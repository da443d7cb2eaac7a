import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '#scripts/dev/free-port.ts';
import { COMMANDS } from '#scripts/matricula/commands.ts';
import { putEmptyDatabase } from './empty-database.ts';
import { runCommand } from '#test/support/run-command.ts';
import { type CommandedServer, startCommandedServer } from './commanded-server.ts';
import { firstTextKeys } from './first-text-keys.ts';
import { call as callServer } from './server-calls.ts';
import { outsideDatabases } from './test-storage.ts';
import { suiteFolder, temporaryFolder } from '#test/support/temporary-folder.ts';

const ADA = 'ada@example.org';
const VALID_UNTIL = /^Valid until \d{4}-\d\d-\d\d \d\d:\d\d UTC\. /;

function listSessions(dataDir: string, databaseUrl = '') {
  return runCommand('sessions', [], { DATABASE_URL: databaseUrl, DATA_DIR: dataDir });
}

describe.each(outsideDatabases)('operator commands with a server on $name', ({ open }) => {
  let server: CommandedServer;
  let metricsPort: number;
  const folder = suiteFolder();
  beforeAll(async () => {
    metricsPort = await freePort();
    server = await startCommandedServer(open, { METRICS_PORT: String(metricsPort), LOG_LEVEL: 'info' });
  });
  afterAll(() => server.stop());
  const run: CommandedServer['run'] = (...command) => server.run(...command);
  const call: CommandedServer['call'] = (...request) => server.call(...request);
  const register = (username: string) => server.register(username);

  test('sessions lists them without their tokens, and ends those of one student', async () => {
    const cookie = await register('bob@example.org');
    expect((await call('/api/profile', undefined, cookie)).status).toBe(200);
    const listed = await run('sessions', []);
    expect(listed.out).toContain('bob@example.org');
    const ended = await run('sessions', ['--end', 'bob@example.org']);
    expect(ended).toMatchObject({ code: 0, out: 'Ended 1 session of bob@example.org.\n' });
    expect((await call('/api/profile', undefined, cookie)).status).toBe(401);
    expect((await run('trail', ['--user', 'bob@example.org'])).out).toContain('session-ended');
  });

  test('student export writes everything of one student, and no secret', async () => {
    const cookie = await register('cleo@example.org');
    const file = path.join(folder, 'cleo.json');
    expect(await run('student', ['export', 'cleo@example.org', '--file', file])).toMatchObject({ code: 0 });
    expect(statSync(file).mode & 0o077).toBe(0);
    const exported = readFileSync(file, 'utf8');
    expect(JSON.parse(exported)).toMatchObject({
      account: { username: 'cleo@example.org' },
      application: { answers: {} },
      submission: null,
      sessions: [{ created_at: expect.any(String) }],
      events: expect.arrayContaining([expect.objectContaining({ kind: 'login' })]),
    });
    for (const secret of [cookie.split('=')[1] ?? '', 'argon2', 'hash', 'token']) {
      expect(exported).not.toContain(secret);
    }
  });

  test("student log-id prints the pseudonym of a student's saves in the log", async () => {
    const cookie = await register('fay@example.org');
    const [, key = ''] = await firstTextKeys(2);
    const bodies = [
      { answer: { [key]: 'a' } },
      { answer: { [key]: 'b' }, base_version: 0 },
      { answer: { no: 'x' } },
    ];
    for (const body of bodies) await callServer(server, '/api/answer', { method: 'PUT', body, cookie });
    const { out } = await run('student', ['log-id', 'fay@example.org']);
    const isSave = (line: string) =>
      line.includes(`"student":"${out.trim()}"`) && line.includes('/api/answer');
    const saves = () =>
      server
        .output()
        .split('\n')
        .filter(isSave)
        .map((line): unknown => JSON.parse(line));
    const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
    await expect.poll(saves).toMatchObject([200, 409, 422].map((status) => ({ status, time })));
    expect(server.output()).not.toContain('fay@');
    expect((await run('trail', ['--user', 'fay@example.org'])).out).toContain('log id');
  });

  test('student delete confirms, and leaves nothing that names the student', async () => {
    const username = 'dora@example.org';
    const cookie = await register(username);
    const asked = await run('student', ['delete', username], { input: 'yes\n' });
    expect(asked).toMatchObject({ code: 1, err: expect.stringContaining('Nothing was deleted.') });
    const deleted = await run('student', ['delete', username], { input: `${username}\n` });
    expect(deleted).toMatchObject({ code: 0, out: expect.stringContaining('Deleted 1 account, ') });
    expect(deleted.out).toMatch(/^The audit trail keeps \d+ events, without the name\.$/m);
    expect((await call('/api/profile', undefined, cookie)).status).toBe(401);
    expect((await run('trail', ['--user', username])).out).toBe(`Nothing is recorded about ${username}.\n`);
    const unknown = `No account has the address ${username}.\n`;
    const again = { code: 1, out: '', err: expect.stringContaining(unknown) };
    expect(await run('student', ['delete', username, '--yes'])).toMatchObject(again);
    expect(await run('sessions', ['--end', username])).toMatchObject({ code: 1, err: unknown });
    const mails = readdirSync(server.mailDir).map((name) =>
      readFileSync(path.join(server.mailDir, name), 'utf8'),
    );
    expect(mails.filter((mail) => mail.includes(username))).toEqual([]);
  });

  test('prefill prints a link, or lists each invalid key', async () => {
    const file = path.join(folder, 'answers.json');
    const [one = '', other = ''] = await firstTextKeys(2);
    const wrong = { no_such_question: 'x', [one]: ['many'], [other]: true };
    writeFileSync(file, JSON.stringify(wrong));
    const refused = await run('prefill', ['--file', file]);
    expect(refused).toMatchObject({ code: 1, out: '' });
    for (const key of Object.keys(wrong)) expect(refused.err).toMatch(new RegExp(`^  ${key}\\b.*: .+`, 'm'));
    writeFileSync(file, '{}');
    const { code, out, err } = await run('prefill', ['--file', file, '--hours', '1']);
    expect(code).toBe(0);
    expect(err).toMatch(VALID_UNTIL);
    const link = new URL(out.trim());
    expect(link.origin).toBe(server.url);
    const answer = await call(`/public/tmp${link.search}`);
    expect(await answer.json()).toEqual({ answer: {} });
  });

  test('service-link prints a link to one application, or reports that there is none', async () => {
    const refused = await run('service-link', ['--user', 'nobody@example.org']);
    expect(refused).toMatchObject({ code: 1, err: 'nobody@example.org has no application.\n' });
    await register('eva@example.org');
    const { code, out, err } = await run('service-link', ['--user', 'EVA@example.org', '--hours', '1']);
    expect(code).toBe(0);
    expect(err).toMatch(VALID_UNTIL);
    const link = new URL(out.trim());
    expect(link.origin).toBe(server.url);
    const answer = await call(`/service/tmp-pdf${link.search}`);
    expect(await answer.json()).toMatchObject({ answer: {}, application: { username: 'eva@example.org' } });
    const { out: trail } = await run('trail', ['--user', 'eva@example.org']);
    expect(trail).toMatch(/link \d+ made for 1 hours/);
    expect(trail).not.toContain(link.searchParams.get('service_token'));
    const { out: exported } = await run('student', ['export', 'eva@example.org']);
    expect(JSON.parse(exported)).toMatchObject({ service_links: [{ purpose: 'link' }] });
  });

  test('service-link lists valid links, and revokes one by number', async () => {
    await register('hal@example.org');
    const { out } = await run('service-link', ['--user', 'hal@example.org', '--for', 'Dean Smith']);
    const link = new URL(out.trim());
    const listed = await run('service-link', ['--list', '--user', 'hal@example.org']);
    const [, number = ''] = /^(\d+) +hal@example\.org +Dean Smith +\d{4}-/m.exec(listed.out) ?? [];
    expect((await call(`/service/tmp-pdf${link.search}`)).status).toBe(200);
    const revoked = await run('service-link', ['--revoke', number]);
    expect(revoked).toMatchObject({ code: 0, out: `Revoked 1 link: ${number}.\n` });
    expect((await call(`/service/tmp-pdf${link.search}`)).status).toBe(404);
    const again = await run('service-link', ['--revoke', link.href]);
    expect(again).toMatchObject({ code: 1, err: 'There is no such link, or it has ended already.\n' });
    const { out: trail } = await run('trail', ['--user', 'hal@example.org', '--kind', 'service-view']);
    for (const what of ['made for 24 hours', 'opened', 'revoked'])
      expect(trail).toMatch(new RegExp(`link ${number}\\b.* ${what}$`, 'm'));
    expect(trail).toContain(`link ${number} for Dean Smith opened`);
  });

  test('count-answers writes all counts to a file', async () => {
    const file = path.join(folder, 'counts.json');
    const { out } = await run('count-answers', ['--out', file]);
    expect(out).toMatch(/^In all: \d+ drafts, 0 submitted\.\nThe counts are in /);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ default: { total: { submitted: 0 } } });
  });

  test('a wrong argument is rejected with a reason and the usage', async () => {
    const { code, err } = await run('student', ['erase', ADA]);
    expect(code).toBe(1);
    expect(err).toContain('Unknown arguments: erase');
    expect(err).toMatch(/"matricula student --help" shows its usage\.\n$/);
  });

  test.each([
    ['trail', { kind: 'exports' }, '--kind is "exports", but it must be one of signup, '],
    ['prefill', { file: 'no-such-file.json' }, 'no-such-file.json. Name a JSON file that holds the answers'],
    ['prefill', { file: 'package.json', hours: '9999' }, '--hours is "9999"'],
    ['service-link', { user: ADA, hours: '0' }, '--hours is "0"'],
    ['prefill', { revoke: '0' }, '--revoke is "0"'],
  ])('%s rejects %j with a reason', async (words, typed, sentence) => {
    const command = COMMANDS.find((each) => each.words === words);
    await expect(command?.run(typed)).rejects.toThrow(sentence);
  });

  test('metrics are served only on their own port', async () => {
    const { headers, status } = await fetch(`http://127.0.0.1:${metricsPort}/metrics`);
    expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8']);
    const onPublicPort = await fetch(`${server.url}/metrics`);
    expect(await onPublicPort.text()).not.toContain('matricula_requests_total');
  });
});

describe('operator commands without a server', () => {
  test('work on the embedded database directly, and refuse a folder without one', async () => {
    const dataDir = temporaryFolder();
    await putEmptyDatabase(dataDir);
    expect((await listSessions(dataDir)).out).toBe('Nobody is logged in.\n');
    const nothing = await listSessions(path.join(dataDir, 'nothing'));
    expect(nothing.err).toContain('There is no database in');
  });

  test('name the unreachable database', async () => {
    const address = `127.0.0.1:${await freePort()}`;
    const { err } = await listSessions(tmpdir(), `postgres://ada:secret@${address}/x`);
    expect(err).toBe(
      `The database at ${address} cannot be reached (ECONNREFUSED). Check DATABASE_URL, and that it runs.\n`,
    );
  });
});
