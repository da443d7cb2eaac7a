import { once } from 'node:events';
import { chmodSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import path from 'node:path';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { freePort } from '#scripts/dev/free-port.ts';
import type { OnError } from '#server/http/error-log.ts';
import { measurePageLoads } from '#server/metrics/instrumentation.ts';
import { createMetrics } from '#server/metrics/metrics.ts';
import { createPageLoads } from '#server/limits/page-loads.ts';
import { requestFromServer, listenToOperator, operatorSocket } from '#server/operator/operator-socket.ts';
import { OperationError } from '#server/http/operation-error.ts';
import { readOperation } from '#server/operator/operation-schemas.ts';
import { type OperatorSettings, startOperator } from '#server/operator/start-operator.ts';
import { textTable } from '#server/operator/operator-report.ts';
import type { AuditTrail } from '#server/audit/audit-trail.ts';
import { addPrefill } from '#server/prefill/prefill-store.ts';
import { openTestApp, operatorServices } from './test-app.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const SESSIONS = { kind: 'sessions', username: '', page: 1, operator: 'Grace' } as const;
const ignore = (): void => undefined;
const fail = (): never => {
  throw new Error('The database is away.');
};

/** The metrics named in a file, without histogram suffixes. */
function figuresIn(file: string): readonly string[] {
  const content = readFileSync(path.join(import.meta.dirname, '../..', file), 'utf8');
  const names = content.match(/\bmatricula_[a-z\d_]+/g) ?? [];
  return names.map((name) => name.replace(/_(?:bucket|sum|count)$/, ''));
}

describe("the operator's endpoints", async () => {
  const server = await openTestApp();
  const { storage } = server;
  let dataDir: string;
  beforeEach(() => {
    dataDir = temporaryFolder();
  });

  function start(
    settings: Partial<OperatorSettings>,
    { onError = ignore, ...audit }: Partial<AuditTrail> & { readonly onError?: OnError } = {},
  ) {
    const own = operatorServices(server);
    const parts = { ...own, dataDir, audit: { ...own.audit, ...audit } };
    const none = { publicUrl: undefined, databaseUrl: undefined, smtpUrl: undefined };
    const ports = { port: 0, metricsPort: undefined, metricsHost: '127.0.0.1', mailboxPort: undefined };
    const metrics = createMetrics();
    measurePageLoads(createPageLoads(false), metrics);
    return startOperator({ ...none, ...ports, dataDir, ...settings }, parts, {
      metrics,
      measured: {
        ...storage,
        callDelay: { read: () => 0 },
        directories: { isFirstReading: () => true },
        build: { version: '7' },
      },
      onError,
    });
  }

  test.each<[string, Partial<OperatorSettings>, boolean]>([
    ['a server on trial', {}, true],
    ['one opened at 127.0.0.1', { publicUrl: 'http://127.0.0.1:3000' }, true],
    ['one with a mail server', { smtpUrl: 'smtp://mail:587' }, false],
    ['one on PostgreSQL', { databaseUrl: 'postgres://db/x' }, false],
    ['a public one', { publicUrl: 'https://apply.example.edu' }, false],
    ['one with it turned off', { mailboxPort: 'off' }, false],
  ])('%s: the mailbox page', async (_name, settings, isThere) => {
    const operator = await start(settings);
    expect(operator.mailboxUrl !== undefined).toBe(isThere);
    await operator.close();
  });

  test('use any port if the next one is taken', async () => {
    const port = await freePort();
    const other = createServer().listen(port, '127.0.0.1');
    await once(other, 'listening');
    const operator = await start({ port: port - 1 });
    expect((await fetch(operator.mailboxUrl ?? '')).status).toBe(200);
    await operator.close();
    await expect(start({ metricsPort: port })).rejects.toThrow(`METRICS_PORT ${port}`);
    other.close();
    await once(other, 'close');
  });

  test('metrics cover process, database and queues, at the configured address', async () => {
    await sql`create schema pgboss`.execute(storage.db);
    await sql`create table pgboss.queue (name text)`.execute(storage.db);
    await sql`create table pgboss.job (id int, name text, state text, created_on timestamptz)`.execute(
      storage.db,
    );
    await sql`insert into pgboss.queue values ('mail'), ('pdf'), ('__pgboss__cron')`.execute(storage.db);
    await sql`insert into pgboss.job values (1, 'mail', 'created', now() - interval '70 seconds'),
      (2, 'mail', 'retry', now()), (3, 'mail', 'completed', now() - interval '1 day')`.execute(storage.db);
    const operator = await start({ metricsPort: 0, metricsHost: '127.0.0.2' });
    expect(operator.metricsUrl).toMatch(/^http:\/\/127\.0\.0\.2:/);
    const text = await (await fetch(operator.metricsUrl ?? '')).text();
    for (const line of [
      /^matricula_jobs_waiting\{queue="mail"\} 2$/m,
      /^matricula_jobs_waiting\{queue="pdf"\} 0$/m,
      /^matricula_jobs_oldest_seconds\{queue="mail"\} (?:[7-9]\d|1\d\d)\.?\d*$/m,
      /^matricula_jobs_oldest_seconds\{queue="pdf"\} 0$/m,
      /^matricula_database_up 1$/m,
      /^matricula_database_connections_used [01]$/m,
      /^matricula_database_connections_awaited \d+$/m,
      /^matricula_search_index_ready 0$/m,
      /^matricula_build_info\{version="7"\} 1$/m,
      /^process_resident_memory_bytes \d{7,}$/m,
      /^# TYPE process_cpu_seconds_total counter\nprocess_cpu_seconds_total [\d.]+$/m,
      /^process_start_time_seconds 1\d{9}\.?\d*$/m,
      /^matricula_event_loop_delay_p99_seconds [\d.e-]+$/m,
    ]) {
      expect(text).toMatch(line);
    }
    expect(text).not.toContain('__pgboss__');
    for (const file of ['deploy/grafana-dashboard.json', 'deploy/prometheus-rules.yml', 'docs/operating.md'])
      expect(figuresIn(file).filter((name) => !text.includes(`# TYPE ${name} `))).toEqual([]);
    await operator.close();
    await sql`drop schema pgboss cascade`.execute(storage.db);
  });

  test('upkeep reports a failing step, and runs the others', async () => {
    const expired = { createdAt: new Date(0), expiresAt: new Date(1) };
    await addPrefill(storage.db, { token: 'old', partner: 'toy', answers: {}, ...expired });
    const faults: string[] = [];
    const operator = await start({}, { forgetBefore: fail, onError: (task) => void faults.push(task) });
    await operator.close();
    expect(await storage.db.selectFrom('prefill').select('number').execute()).toEqual([]);
    expect(faults).toEqual(['upkeep']);
  });

  test('commands use a private socket, even over a stale one', async () => {
    const socket = operatorSocket(dataDir) ?? '';
    for (const left of ['left by the first', 'left by the second']) {
      const operator = await start({});
      expect(statSync(socket).mode & 0o777).toBe(0o600);
      expect(statSync(path.dirname(socket)).mode & 0o777).toBe(0o700);
      expect(await requestFromServer(dataDir, SESSIONS)).toEqual({
        kind: 'done',
        text: 'Nobody is logged in.',
      });
      await operator.close();
      expect(await requestFromServer(dataDir, SESSIONS)).toEqual({ kind: 'nobody' });
      writeFileSync(socket, left);
      chmodSync(path.dirname(socket), 0o755);
    }
  });

  test('report refusals, and hide errors', async () => {
    const answers = [new OperationError('No such\u2028account.'), new Error('select secret from …')];
    const socket = await listenToOperator(dataDir, () =>
      Promise.reject(answers.shift() ?? new Error('none')),
    );
    expect(await requestFromServer(dataDir, SESSIONS)).toEqual({
      kind: 'refused',
      text: 'No such\u2028account.',
    });
    const failed = await requestFromServer(dataDir, SESSIONS);
    expect(failed).toMatchObject({ kind: 'refused', text: expect.stringContaining('see its log') });
    await socket?.close();
  });

  test.each([
    ['has no progress yet', []],
    ['has reported progress', ['half of it']],
  ])('stop despite a silent client and a command that %s', async (_name, progress) => {
    const begun = Promise.withResolvers<void>();
    const socket = await listenToOperator(dataDir, (_operation, report) => {
      progress.forEach(report);
      begun.resolve();
      return new Promise<string>(() => undefined);
    });
    const silent = connect(operatorSocket(dataDir) ?? '').on('error', () => undefined);
    await once(silent, 'connect');
    const heard: string[] = [];
    const asked = requestFromServer(dataDir, SESSIONS, (line) => void heard.push(line));
    await begun.promise;
    await socket?.close();
    expect(await asked).toEqual({
      kind: 'refused',
      text: 'The running server stopped before this command was done. Run it again.',
    });
    expect(heard).toEqual(progress);
  });
});

describe('operator input and output', () => {
  test.each([
    ['{"kind":"sessions","username":"","page":1}', true],
    ['{"kind":"prefill","answers":{},"hours":1}', true],
    ['{"kind":"sessions"}', false],
    ['{"kind":"prefill","answers":null,"hours":1}', false],
    ['{"kind":"constructor"}', false],
    ['[]', false],
    ['null', false],
  ])('%s is a command: %s', (text, isCommand) => {
    expect(readOperation(text) !== undefined).toBe(isCommand);
  });

  test('a socket has a short path', () => {
    expect(operatorSocket('/data')).toBe('/data/operator/socket');
    expect(operatorSocket(`/${'x'.repeat(120)}`)).toBeUndefined();
  });

  test('a table has columns without escape sequences', () => {
    expect(
      textTable(
        ['A', 'B'],
        [
          ['long cell', '\u001B[2J'],
          ['x', 'y'],
        ],
      ),
    ).toBe(['A          B', 'long cell  \uFFFD[2J', 'x          y'].join('\n'));
  });
});
