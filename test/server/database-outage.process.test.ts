import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { describe, expect, test, vi, onTestFinished } from 'vitest';
import { freePort } from '#scripts/dev/free-port.ts';
import { startPostgres, type PostgresCluster } from '#scripts/ci/postgres-cluster.ts';
import { startServer } from '#server/start/main.ts';
import { seedStudents, type BenchStudent } from '#test/bench/bench-students.ts';
import { NODE_FLAGS } from '#scripts/node-flags.ts';
import { describeWith, postgresPrograms } from '#test/support/services.ts';
import { startTestServer, type TestServer } from '#test/support/test-server.ts';
import { refusal, startFakePostgres } from './fake-postgres.ts';
import { firstTextKeys } from './first-text-keys.ts';
import { call, signUpAndLogIn } from './server-calls.ts';
import { rounds } from '#test/support/volume.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const UNAVAILABLE =
  "We can't reach your application right now. Keep this page open and try again in a moment.";

/** The time of terminating all connections each second. */
const SECONDS = rounds(5, 10);
const RESTARTS = 3;
const STUDENTS = 10;
/** Acknowledged saves per student, before and after an outage. */
const LEAST_SAVES = 10;

/** A student's responses, stored outside of the server. */
type Ledger = {
  readonly student: BenchStudent;
  /** Possible values by key: the last acknowledged one, and those refused since. */
  readonly allowed: Map<string, string[]>;
  acknowledged: number;
  refused: number;
};

describe('a start while the database is unavailable', () => {
  test.each([
    ['nobody listens', undefined, 'ECONNREFUSED'],
    ['it shuts down', '57P01', '57P01'],
    ['it starts', '57P03', '57P03'],
    ['it has no room', '53300', '53300'],
  ])('waits, and returns Retry-After: %s', async (_name, code, reason) => {
    const database = await startFakePostgres(refusal(code ?? ''));
    if (code === undefined) await database.close();
    else onTestFinished(() => database.close());
    const port = await freePort();
    const server = await startWaiting({ PORT: String(port), DATABASE_URL: database.url });
    const get = (address: string, accept: string) =>
      fetch(`http://127.0.0.1:${port}${address}`, { headers: { accept, cookie: 'matricula_signed_in=1' } });
    const profile = await get('/api/profile', 'application/json');
    expect(profile.status).toBe(503);
    expect(Number(profile.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await profile.json()).toEqual({ message: UNAVAILABLE });
    const screen = await get('/about', 'text/html');
    expect(screen.status).toBe(503);
    expect(Number(screen.headers.get('refresh'))).toBeGreaterThan(0);
    expect(await screen.text()).toContain(UNAVAILABLE.replaceAll("'", '&#39;'));
    expect((await get('/readyz', '*/*')).status).toBe(503);
    expect((await get('/healthz', '*/*')).status).toBe(200);
    const { host } = new URL(database.url);
    expect(server.output().split('\n')[0]).toBe(
      `The database at ${host} cannot be reached (${reason}). Check DATABASE_URL, and that it runs. The server waits for it; students are asked to wait.`,
    );
    expect(await server.end()).toBe('SIGTERM');
  });

  test('reports that another program has the port', async () => {
    const port = await freePort();
    const other = createServer().listen(port, '127.0.0.1');
    await once(other, 'listening');
    const url = `postgres://127.0.0.1:${await freePort()}/form`;
    const environment = { PORT: String(port), DATA_DIR: temporaryFolder(), DATABASE_URL: url };
    await expect(startServer(environment)).rejects.toThrow(/^Port \d+ on 127\.0\.0\.1 is in use/);
    other.close();
    await once(other, 'close');
  });
});

async function startCluster(): Promise<PostgresCluster> {
  const cluster = await startPostgres(postgresPrograms);
  onTestFinished(() => cluster.stop());
  return cluster;
}

// On its own clusters, which it restarts and halts.
describeWith(['cluster'], 'a server on PostgreSQL', () => {
  test(
    'loses no acknowledged save and keeps running, whatever its connections do',
    { timeout: (SECONDS + 180) * 1000 },
    async () => {
      const cluster = await startCluster();
      const students = await seedStudents({ dataDir: '', databaseUrl: cluster.url }, STUDENTS, {});
      const server = await startTestServer({ env: { DATABASE_URL: cluster.url, LOG_LEVEL: 'error' } });
      onTestFinished(() => server.stop());
      const stopping = new AbortController();
      const ledgers = students.map(newLedger);
      const saving = Promise.all(ledgers.map((ledger) => saveUntil(stopping.signal, server, ledger)));
      const until = (isSo: () => boolean) => Promise.race([saving, untilTrue(isSo)]);
      const moreSaves = (): Promise<unknown> => {
        const goals = new Map(ledgers.map((each) => [each, each.acknowledged + LEAST_SAVES]));
        return until(() => ledgers.every((each) => each.acknowledged >= (goals.get(each) ?? 0)));
      };
      for (let restart = 0; restart < RESTARTS; restart += 1) {
        await moreSaves();
        await cluster.halt();
        const refusals = new Map(ledgers.map((each) => [each, each.refused]));
        await until(() => ledgers.every((each) => each.refused > (refusals.get(each) ?? 0)));
        await cluster.resume();
      }
      await moreSaves();
      for (let second = 0; second < SECONDS; second += 1) {
        await terminateConnections(cluster);
        await delay(1000);
      }
      await moreSaves();
      stopping.abort();
      await saving;
      for (const ledger of ledgers) await expectSaved(server, ledger);
      // The job queue is back too, as it sends the code.
      await signUpAndLogIn(server, 'after@example.org');
      expect(isRunning(server)).toBe(true);
    },
  );

  test('started during an outage listens, becomes ready, and stops during the next', async () => {
    const cluster = await startCluster();
    await cluster.halt();
    const port = await freePort();
    const starting = startTestServer({ port, env: { DATABASE_URL: cluster.url, LOG_LEVEL: 'error' } });
    const readiness = () =>
      fetch(`http://localhost:${port}/readyz`).then(
        ({ status }) => status,
        () => 0,
      );
    await expect.poll(readiness).toBe(503);
    await cluster.resume();
    const server = await starting;
    onTestFinished(() => server.stop());
    await signUpAndLogIn(server, 'patient@example.org');
  });
});

/** A server process that listens, but is not ready. */
async function startWaiting(env: Readonly<Record<string, string>>) {
  const child = spawn(process.execPath, [...NODE_FLAGS, 'src/server/start/main.ts'], {
    env: { ...process.env, DATA_DIR: temporaryFolder(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text: Buffer) => {
      output += text.toString();
    });
  await vi.waitFor(() => expect(output).toContain('waits'), { timeout: 60_000 });
  return {
    output: () => output,
    /** @returns the signal that ended it, or its exit code */
    async end(): Promise<NodeJS.Signals | number | null> {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
      return child.signalCode ?? child.exitCode;
    },
  };
}

async function untilTrue(isSo: () => boolean): Promise<void> {
  await expect.poll(isSo).toBe(true);
}

function newLedger(student: BenchStudent): Ledger {
  return { student, allowed: new Map(), acknowledged: 0, refused: 0 };
}

/** Saves one key after the other, with other calls in between. */
async function saveUntil(stopped: AbortSignal, server: TestServer, ledger: Ledger): Promise<void> {
  const keys = await firstTextKeys(8);
  for (let turn = 0; !stopped.aborted; turn += 1) {
    const key = keys[turn % keys.length] ?? '';
    const value = String(turn);
    const body = { answer: { [key]: value } };
    const saved = await ask(server, ledger, '/api/answer', { method: 'PUT', body });
    expect([200, 503]).toContain(saved);
    if (saved === 200) {
      ledger.allowed.set(key, [value]);
      ledger.acknowledged += 1;
    } else {
      ledger.allowed.set(key, [...(ledger.allowed.get(key) ?? ['']), value]);
    }
    const [address, other] = OTHERS[turn % OTHERS.length] ?? ['/api/profile', {}];
    await ask(server, ledger, address, other);
  }
}

/** Calls that use the database in other ways: the query builder, a transaction, the directories. */
const OTHERS: readonly (readonly [string, Parameters<typeof call>[2]])[] = [
  ['/api/profile', { method: 'GET' }],
  ['/api/web-status', { body: { web_status: 'started' } }],
  ['/api/submit', {}],
  ['/lookup/find?query=den&category=hs_ceeb&max_results=5', { method: 'GET' }],
  ['/readyz', { method: 'GET' }],
];

/** The status of a response: at worst a 503 with Retry-After. */
async function ask(
  server: TestServer,
  ledger: Ledger,
  address: string,
  options: Parameters<typeof call>[2],
): Promise<number> {
  const cookie = `matricula_session=${ledger.student.token}`;
  const response = await call(server, address, { ...options, cookie }).catch((error: unknown) => {
    throw new Error(`${address} was not answered. The server printed:\n${server.output()}`, { cause: error });
  });
  await response.arrayBuffer();
  if (response.status === 429) {
    // Students here exceed the rate limit.
    await delay(1000 * Number(response.headers.get('retry-after')));
    return ask(server, ledger, address, options);
  }
  if (response.status === 503) {
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
    ledger.refused += 1;
  } else {
    expect({ address, isAnswered: response.status < 500 }).toEqual({ address, isAnswered: true });
  }
  return response.status;
}

async function terminateConnections({ url }: PostgresCluster): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'matricula' and pid != pg_backend_pid()`,
  );
  await client.end();
}

async function expectSaved(server: TestServer, { student, allowed }: Ledger): Promise<void> {
  const cookie = `matricula_session=${student.token}`;
  const response = await call(server, '/api/profile', { method: 'GET', cookie });
  const profile: unknown = await response.json();
  for (const [key, values] of allowed) {
    expect(profile).toMatchObject({ answer: { [key]: expect.toBeOneOf(values) } });
  }
}

function isRunning({ pid }: TestServer): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
