import { connect, createServer, type Socket } from 'node:net';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { OPENING_PATH } from '../../src/form/definition/reserved-paths.ts';
import { readForm } from '../support/compiled-form.ts';
import { completeState } from '../support/complete-state.ts';
import { startTestServer, USUAL_SERVER } from '../support/test-server.ts';
import { type BenchStudent, callAs, seedStudents } from './bench-students.ts';
import type { Crowd, CrowdTask } from './crowd-thread.ts';
import type { Figure } from './figure.ts';
import { freeTextKey } from './free-text-key.ts';
import { startProxy } from './bench-proxy.ts';
import { findPostgres, startPostgres } from '../../scripts/ci/postgres-cluster.ts';
import { percentile } from './percentile.ts';

const RESTING = 250;
const COMING = 750;
/** Milliseconds in which they arrive. */
const COMING_MS = 8000;
/** Milliseconds between the saves of a student. */
export const EVERY_MS = 8000;
/** Limits in milliseconds for saves of admitted students. */
const [P50_MS, P99_MS] = [200, 1000];
/** Duration in milliseconds, from before the first arrival. */
const LASTS_MS = 36_000;

/**
 * Measures what a load spike costs 250 active students, and the 750 who arrive within 8 s.
 *
 * One server with the embedded database, behind nginx as in production.
 */
export async function benchCrowd(): Promise<readonly Figure[]> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'matricula-bench-'));
  const students = await seedStudents({ dataDir }, RESTING + COMING, completeState(readForm()).answers);
  const env = { LOG_LEVEL: 'info', TRUST_PROXY: '1' };
  const server = await startTestServer({ dataDir, command: USUAL_SERVER, env });
  const proxy = await startProxy(server);
  try {
    const overflowsBefore = listenOverflows();
    const crowd = await meet(proxy.port, students, { resting: RESTING, lastsMs: LASTS_MS });
    return [...figuresOf(crowd, listenOverflows() - overflowsBefore), ...(await benchLatencies())];
  } finally {
    await proxy.stop();
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Students who arrive within 8 s while {@link SAVING} others save. */
const [ARRIVING, SAVING] = [2100, 100];
const SAVE_P99_MS = 300;
const RECOVERED_WITHIN_S = 30;

type Arrival = {
  readonly name: string;
  /** Round trip to the database, in milliseconds. */
  readonly latencyMs: number;
  readonly withinMs: number;
  /** Students behind one address, as in a school. Default: 1. */
  readonly perAddress?: number;
  /** Whether the database is restarted first. */
  readonly isRestarted?: boolean;
};

const ARRIVALS: readonly Arrival[] = [
  { name: '0 ms', latencyMs: 0, withinMs: 20_000 },
  { name: '2 ms', latencyMs: 2, withinMs: 20_000 },
  { name: '5 ms', latencyMs: 5, withinMs: 20_000 },
  { name: '16 ms', latencyMs: 16, withinMs: 60_000 },
  { name: '16 ms, schools of 300', latencyMs: 16, withinMs: 60_000, perAddress: 300 },
  { name: '0 ms, after a restart of the database', latencyMs: 0, withinMs: 20_000, isRestarted: true },
];

/** Measures arrivals behind nginx with PostgreSQL behind a slow link, if PostgreSQL is installed. */
async function benchLatencies(): Promise<readonly Figure[]> {
  const programs = findPostgres();
  if (!programs) return [];
  const figures: Figure[] = [];
  for (const arrival of ARRIVALS) figures.push(...(await benchArrival(programs, arrival)));
  return figures;
}

async function benchArrival(programs: string, arrival: Arrival): Promise<readonly Figure[]> {
  const { name, latencyMs, withinMs, perAddress, isRestarted } = arrival;
  const cluster = await startPostgres(programs);
  const dataDir = mkdtempSync(path.join(tmpdir(), 'matricula-bench-'));
  const answers = completeState(readForm()).answers;
  const students = await seedStudents({ dataDir, databaseUrl: cluster.url }, SAVING + ARRIVING, answers);
  const link = await startSlowLink(cluster.url, latencyMs);
  const env = { LOG_LEVEL: 'info', TRUST_PROXY: '1', DATABASE_URL: link.url };
  const server = await startTestServer({ dataDir, command: USUAL_SERVER, env });
  const proxy = await startProxy(server);
  try {
    if (isRestarted) await cluster.halt().then(() => cluster.resume());
    const lastsMs = EVERY_MS + COMING_MS + withinMs;
    const { calls, admittedMs, ownPauseMs } = await meet(proxy.port, students, {
      resting: SAVING,
      lastsMs,
      perAddress,
    });
    const recovered = await recoverySeconds(proxy.port, students.at(-1));
    const saves = calls['save of who is in'].times;
    const at = `at ${name}`;
    const { times, refused, lost } = calls.opening;
    const admitted = admittedMs.filter((ms) => ms <= withinMs).length;
    console.log(
      `${at}: ${admitted} of ${ARRIVING} admitted in ${withinMs / 1000} s, p50`,
      percentile(admittedMs, 0.5),
    );
    console.log(
      `${at}: openings p50 ${percentile(times, 0.5).toFixed(0)} ms, ${refused} refused, ${lost} lost;`,
      `the load itself paused up to ${ownPauseMs.toFixed(0)} ms`,
    );
    const atLeast = { kind: 'atLeast', limit: 0.99 * ARRIVING } as const;
    const atMost = { kind: 'atMost', limit: SAVE_P99_MS } as const;
    const p99 = percentile(saves, 0.99);
    return [
      { name: `admitted ${at}`, value: admitted, unit: 'students', baselines: [], target: atLeast },
      { name: `save ${at}, p99`, value: p99, unit: 'ms', baselines: [], target: atMost },
      {
        name: `recovery ${at}`,
        value: recovered,
        unit: 's',
        baselines: [],
        target: { kind: 'atMost', limit: RECOVERED_WITHIN_S },
      },
    ];
  } finally {
    await proxy.stop();
    await server.stop();
    link.stop();
    await cluster.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Seconds after the load until a page opens within {@link SAVE_P99_MS}; above the limit if none does. */
async function recoverySeconds(port: number, student: BenchStudent | undefined): Promise<number> {
  const begun = performance.now();
  for (;;) {
    const asked = performance.now();
    const isOpened = await callAs(`http://127.0.0.1:${port}`, student)(OPENING_PATH).catch(() => undefined);
    const now = performance.now();
    const isLate = now - begun > 1000 * RECOVERED_WITHIN_S;
    if (isLate || (isOpened && now - asked <= SAVE_P99_MS)) return (now - begun) / 1000;
    await delay(SAVE_P99_MS);
  }
}

function figuresOf({ calls, admittedMs }: Crowd, overflows: number): readonly Figure[] {
  for (const [kind, { times, refused, lost }] of Object.entries(calls)) {
    const [p50, p99] = [0.5, 0.99].map((share) => percentile(times, share).toFixed(0));
    console.log(
      `${kind}: ${times.length} answered, p50 ${p50} ms, p99 ${p99} ms; ${refused} refused, ${lost} not answered in 30 s`,
    );
  }
  const { times, refused, lost } = calls['save of who is in'];
  const none = { kind: 'atMost', limit: 0 } as const;
  const taken = (share: number, limit: number): Figure => ({
    name: `save of who is in, p${100 * share}`,
    value: percentile(times, share),
    unit: 'ms',
    baselines: [],
    target: { kind: 'atMost', limit },
  });
  return [
    { ...counted('overflows of the listen queue', overflows), target: none },
    { ...counted('pages not answered in 30 s', calls.page.lost), target: none },
    { ...counted('saves of who is in not answered in 30 s', lost), target: none },
    { ...counted('saves of who is in refused', refused), target: none },
    counted('look-ups refused', calls['look-up'].refused),
    counted('openings refused', calls.opening.refused),
    { name: `in, of ${COMING} who came`, value: admittedMs.length, unit: 'students', baselines: [] },
    taken(0.5, P50_MS),
    taken(0.99, P99_MS),
  ];
}

function counted(name: string, value: number): Figure {
  return { name, value, unit: 'calls', baselines: [] };
}

type MeetingOptions = {
  /** Students who save from the start; the others arrive. */
  readonly resting: number;
  readonly lastsMs: number;
  readonly perAddress?: number | undefined;
  readonly everyMs?: number;
  /** Whether those who save look schools up, too. Default: true. */
  readonly looksUp?: boolean;
};

/** Runs the load in a thread of its own, so that this one does not affect it. */
export async function meet(
  port: number,
  students: readonly BenchStudent[],
  { resting, lastsMs, perAddress = 1, everyMs = EVERY_MS, looksUp = true }: MeetingOptions,
): Promise<Crowd> {
  const all = students.map(({ token }, index) => {
    const at = Math.floor(index / perAddress);
    return { token, address: `127.1.${at >> 8}.${at & 255}` };
  });
  const workerData: CrowdTask = {
    port,
    resting: all.slice(0, resting),
    coming: all.slice(resting),
    key: freeTextKey(),
    everyMs,
    looksUp,
    comingMs: COMING_MS,
    lastsMs,
  };
  const thread = new Worker(new URL('./crowd-thread.ts', import.meta.url), { workerData });
  const [crowd]: Crowd[] = await once(thread, 'message');
  await thread.terminate();
  if (crowd === undefined) throw new Error('The thread ended without a word.');
  return crowd;
}

/** Connections that the kernel dropped because the listen queue was full, machine-wide. */
function listenOverflows(): number {
  const [names = '', values = ''] = readFileSync('/proc/net/netstat', 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('TcpExt:'));
  const at = names.split(' ').indexOf('ListenOverflows');
  return Number(values.split(' ')[at]);
}

/** A TCP proxy that adds latency to a database. */
type SlowLink = { readonly url: string; stop(): void };

/** Starts a proxy that delays each database response by `roundTripMs`. */
async function startSlowLink(databaseUrl: string, roundTripMs: number): Promise<SlowLink> {
  const { hostname, port } = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  const server = createServer({ noDelay: true }, (near) => {
    const far = connect({ host: hostname, port: Number(port), noDelay: true });
    relay(near, far);
    relay(far, near);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The slow link has no port.');
  const url = new URL(databaseUrl);
  url.port = String(address.port);
  return {
    url: url.href,
    stop() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };

  function relay(from: Socket, to: Socket): void {
    sockets.add(from);
    from.on('data', (bytes) => void setTimeout(() => to.write(bytes), roundTripMs / 2));
    from.on('error', () => undefined);
    from.on('close', () => {
      sockets.delete(from);
      to.destroy();
    });
  }
}
