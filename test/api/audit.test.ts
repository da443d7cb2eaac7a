import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { createMetrics } from '#server/metrics/metrics.ts';
import { createAuditTrail, LEAST_KEPT_DAYS, LINES_PER_HOUR } from '#server/audit/audit-trail.ts';
import { dumpTables } from '#test/support/search-stored.ts';
import { createTestApp, openTestApp } from '#test/server/test-app.ts';
import { testEngines } from '#test/server/test-storage.ts';
import { eventsOf, logIn, StudentClient } from './student-client.ts';

const DAY = 86_400_000;
const ADA = 'ada@example.org';
const CANARY = 'Canary-Of-Secrets-7';

describe.each(testEngines)('the audit trail, on $engine', async ({ open }) => {
  const metrics = createMetrics();
  const server = await openTestApp({ storage: await open(), metrics });

  const trail = () => createAuditTrail(server.storage.db, server.now);
  const kindsOf = async (username: string) =>
    (await eventsOf(server, username)).map(({ kind, result }) => `${kind} ${result}`);

  test('records every event of an account with client and result', async () => {
    const student = await logIn(server, ADA);
    const body = { username: ADA };
    await student.call('POST', '/api/submit');
    await student.call('PUT', '/api/answer', { answer: { colour: 'red' } });
    await student.call('POST', '/api/submit');
    await student.call('GET', '/api/logout');
    await student.logIn(ADA, CANARY);
    await student.call('POST', '/public/confirm', { ...body, code: '000000' });
    await student.call('POST', '/public/resend-confirm', body);
    await student.call('POST', '/public/forgot-password', body);
    await student.call('POST', '/public/reset-password', { ...body, password: CANARY, id: 'x'.repeat(43) });
    expect(await kindsOf(ADA)).toEqual([
      'signup ok',
      'confirm ok',
      'login ok',
      'submit refused',
      'submit ok',
      'logout ok',
      'login refused',
      'confirm refused',
      'resend ok',
      'forgot ok',
      'reset refused',
    ]);
    expect((await eventsOf(server, ADA)).at(-1)).toMatchObject({
      client: '127.0.0.1',
      username: ADA,
      at: expect.any(Date),
    });
  });

  test('stores no secret, nor a name that is not an address', async () => {
    // More than an owner is notified of.
    for (const username of [7, ...Array.from({ length: 11 }, () => CANARY)]) {
      server.pass(60_000);
      await new StudentClient(server.app).call('POST', '/public/login', { username, password: CANARY });
    }
    const rows = await dumpTables(server.storage);
    expect(rows.filter((row) => row.includes(CANARY))).toEqual([]);
    expect(new Set(await kindsOf(''))).toEqual(new Set(['login refused']));
  });

  test('records throttled calls of an account once in 15 minutes', async () => {
    const username = 'guessed@example.org';
    const guesser = new StudentClient(server.app, '198.51.100.1');
    const guess = () => guesser.logIn(username, CANARY);
    for (let time = 0; time < 9; time += 1) await guess();
    const refused = Array.from({ length: 5 }, () => 'login refused');
    expect(await kindsOf(username)).toEqual([...refused, 'throttled refused']);
    expect((await eventsOf(server, username)).at(-1)).toMatchObject({
      client: '198.51.100.1',
      detail: 'login',
    });
    server.pass(16 * 60_000);
    for (let time = 0; time < 2; time += 1) await guess();
    const throttled = 'throttled refused';
    expect(await kindsOf(username)).toEqual([...refused, throttled, 'login refused', throttled]);
  });

  test('does not fail the call if it cannot be written', async () => {
    const faults: string[] = [];
    const broken = createAuditTrail(server.storage.db, server.now, (task) => void faults.push(task));
    await broken.record({ kind: 'login', username: 'nul\0', client: 'x', result: 'ok' });
    expect(faults).toEqual(['audit']);
  });

  test('is written only if its transaction commits', async () => {
    const { db } = server.storage;
    const username = 'undone@example.org';
    const undone = db.transaction().execute(async (trx) => {
      await trail().record({ kind: 'reset', username, client: 'x', result: 'ok' }, trx);
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect(await kindsOf(username)).toEqual([]);
  });

  const event = { kind: 'login', client: 'x', result: 'ok' } as const;

  /** A trail whose events are this many days old for the database. */
  const daysAgo = (days: number) =>
    createAuditTrail(server.storage.db, () => new Date(Date.now() - days * DAY));

  test('deletes old lines, but none that the database protects', async () => {
    const username = 'old@example.org';
    const at = new Date(Date.now() - (LEAST_KEPT_DAYS + 2) * DAY);
    const many = Array.from({ length: 2500 }, () => ({ ...event, username, at }));
    await server.storage.db.insertInto('audit').values(many).execute();
    await daysAgo(LEAST_KEPT_DAYS + 1).record({ ...event, username, kind: 'logout' });
    await daysAgo(LEAST_KEPT_DAYS - 1).record({ ...event, username, kind: 'forgot' });
    const deleted: number[] = [];
    const counted = server.storage.db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        deleted.push(Number(result.numAffectedRows));
        return result;
      },
    });
    const aged = new Date(Date.now() - (LEAST_KEPT_DAYS + 2) * DAY + DAY / 2);
    await createAuditTrail(counted, server.now).forgetBefore(aged);
    expect(Math.max(...deleted), 'most rows of a statement').toBe(1000);
    expect(await kindsOf(username)).toEqual(['logout ok', 'forgot ok']);
    await trail().forgetBefore(new Date(Date.now() + DAY));
    expect(await kindsOf(username)).toEqual(['forgot ok']);
  });

  test.each([
    ['another result', "update audit set result = 'ok'"],
    ['another time', "update audit set at = at - interval '1 year'"],
    ['another name', "update audit set username = 'bob@example.org'"],
    ['no name', "update audit set username = ''"],
    ['a deletion', 'delete from audit'],
    ['the deletion of all', 'truncate audit'],
  ])('rejects a statement for %s', async (_name, statement) => {
    await trail().record({ ...event, username: 'kept@example.org', result: 'refused' });
    const rows = () => server.storage.db.selectFrom('audit').selectAll().orderBy('id').execute();
    const before = await rows();
    await expect(sql.raw(statement).execute(server.storage.db)).rejects.toThrow(/audit/);
    expect(await rows()).toEqual(before);
  });

  test('keeps the lines of a deleted student under a pseudonym', async () => {
    const { db } = server.storage;
    const username = 'gone@example.org';
    const other = 'stays@example.org';
    await trail().record({ ...event, username });
    await trail().record({ ...event, username, kind: 'submit' });
    await trail().record({ ...event, username: other });
    const lines = () => db.selectFrom('audit').select(['kind', 'client', 'result']).orderBy('id').execute();
    const before = await lines();
    expect(await db.transaction().execute((trx) => trail().unname([{ email: username }], trx))).toBe(2);
    expect(await lines()).toEqual(before);
    const names = await db.selectFrom('audit').select('username').orderBy('id', 'desc').limit(3).execute();
    const [last, ...unnamed] = names.map((row) => row.username);
    expect(last).toBe(other);
    expect(new Set(unnamed)).toEqual(new Set([expect.stringMatching(/^deleted:[\da-f-]{36}$/)]));
    expect(await kindsOf(username)).toEqual([]);
    expect(await kindsOf(unnamed[0] ?? '')).toEqual(['login ok', 'submit ok']);
  });

  test('records ten refused submits of a student per hour', async () => {
    const own = await createTestApp({ storage: await open() });
    const student = await logIn(own, ADA);
    const refused = () => eventsOf(own, ADA, 'submit');
    for (let time = 0; time < 12; time += 1)
      expect((await student.call('POST', '/api/submit')).status).toBe(422);
    expect(await refused()).toHaveLength(10);
    for (let time = 0; time < 4; time += 1) {
      own.pass(16 * 60_000);
      await student.call('POST', '/api/submit');
    }
    expect(await refused()).toHaveLength(11);
    await own.close();
  });

  test('is counted, as are responses by route and saves', async () => {
    const figures = await metrics.render([]);
    expect(figures).toContain('matricula_events_total{kind="login",result="ok"} 1\n');
    expect(figures).toContain('matricula_events_total{kind="submit",result="ok"} 1\n');
    expect(figures).toContain('matricula_saves_total 1\n');
    expect(figures).toContain('matricula_requests_total{method="POST",route="/api/submit",status="4xx"} 1\n');
    expect(figures).not.toContain('@');
  });

  test('records log-ins in a loop sixty times an hour', async () => {
    const username = 'looping@example.org';
    const student = await logIn(server, username);
    for (let time = 0; time < 70; time += 1) await student.logIn(username);
    const kinds = await kindsOf(username);
    expect(kinds.filter((kind) => kind === 'login ok')).toHaveLength(LINES_PER_HOUR);
  });
});
