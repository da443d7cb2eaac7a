import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { readForm } from '../support/compiled-form.ts';
import { completeState } from '../support/complete-state.ts';
import { startTestServer, USUAL_SERVER } from '../support/test-server.ts';
import { type BenchStudent, seedStudents } from './bench-students.ts';
import type { Crowd, CrowdTask } from './crowd-thread.ts';
import type { Figure } from './figure.ts';
import { freeTextKey } from './free-text-key.ts';
import { startProxy } from './bench-proxy.ts';
import { findPostgres, startPostgres } from '../../scripts/ci/postgres-cluster.ts';
import { startSlowLink } from './slow-link.ts';
import { percentile } from './percentile.ts';

const RESTING = 1000;
const COMING = 3000;
/** In which they come. */
const COMING_MS = 8000;
/** How often each student saves. */
const EVERY_MS = 8000;
/** What half and what 99 of 100 saves of who is in may take meanwhile. */
const [P50_MS, P99_MS] = [200, 1000];
/** From before they come until the last of them has waited long enough. */
const LASTS_MS = 36_000;

/**
 * Measures what a load spike costs 1,000 active students, and the 3,000 who arrive within 8 s.
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
    const crowd = await meet(proxy.port, students, RESTING, LASTS_MS);
    return [...figuresOf(crowd, listenOverflows() - overflowsBefore), ...(await benchLatencies())];
  } finally {
    await proxy.stop();
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Students who arrive within 8 s while {@link SAVING} others save, by round trip to the database in milliseconds. */
const [ARRIVING, SAVING] = [2100, 100];
const ADMITTED_WITHIN_MS: ReadonlyMap<number, number> = new Map([
  [0, 20_000],
  [2, 20_000],
  [5, 20_000],
  [16, 60_000],
]);
const SAVE_P99_MS = 300;

/** Measures arrivals on PostgreSQL behind a slow link; nothing where PostgreSQL is not installed. */
async function benchLatencies(): Promise<readonly Figure[]> {
  const programs = findPostgres();
  if (!programs) return [];
  const figures: Figure[] = [];
  for (const [latencyMs, withinMs] of ADMITTED_WITHIN_MS)
    figures.push(...(await benchLatency(programs, latencyMs, withinMs)));
  return figures;
}

async function benchLatency(
  programs: string,
  latencyMs: number,
  withinMs: number,
): Promise<readonly Figure[]> {
  const cluster = await startPostgres(programs);
  const dataDir = mkdtempSync(path.join(tmpdir(), 'matricula-bench-'));
  const answers = completeState(readForm()).answers;
  const students = await seedStudents({ dataDir, databaseUrl: cluster.url }, SAVING + ARRIVING, answers);
  const link = await startSlowLink(cluster.url, latencyMs);
  const env = { LOG_LEVEL: 'info', DATABASE_URL: link.url };
  const server = await startTestServer({ dataDir, command: USUAL_SERVER, env });
  try {
    const port = Number(new URL(server.url).port);
    const { calls, admittedMs } = await meet(port, students, SAVING, EVERY_MS + COMING_MS + withinMs);
    const saves = calls['save of who is in'].times;
    const at = `at ${latencyMs} ms`;
    const { times, refused, lost } = calls.opening;
    const admitted = admittedMs.filter((ms) => ms <= withinMs).length;
    console.log(
      `${at}: ${admitted} of ${ARRIVING} admitted in ${withinMs / 1000} s, p50`,
      percentile(admittedMs, 0.5),
    );
    console.log(
      `${at}: openings p50 ${percentile(times, 0.5).toFixed(0)} ms, ${refused} refused, ${lost} lost`,
    );
    const atLeast = { kind: 'atLeast', limit: 0.99 * ARRIVING } as const;
    const atMost = { kind: 'atMost', limit: SAVE_P99_MS } as const;
    const p99 = percentile(saves, 0.99);
    return [
      { name: `admitted ${at}`, value: admitted, unit: 'students', baselines: [], target: atLeast },
      { name: `save ${at}, p99`, value: p99, unit: 'ms', baselines: [], target: atMost },
    ];
  } finally {
    await server.stop();
    link.stop();
    await cluster.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

function figuresOf({ calls, admittedMs }: Crowd, overflows: number): readonly Figure[] {
  for (const [kind, { times, refused, lost }] of Object.entries(calls)) {
    const [p50, p99] = [0.5, 0.99].map((share) => percentile(times, share).toFixed(0));
    console.log(
      `${kind}: ${times.length} answered, p50 ${p50} ms, p99 ${p99} ms; ${refused} refused, ${lost} not answered in 10 s`,
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
    { ...counted('pages not answered in 10 s', calls.page.lost), target: none },
    { ...counted('saves of who is in not answered in 10 s', lost), target: none },
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

/** In a thread of its own, so that what this one does is not measured. */
async function meet(
  port: number,
  students: readonly BenchStudent[],
  resting: number,
  lastsMs: number,
): Promise<Crowd> {
  const all = students.map(({ token }, at) => ({ token, address: `127.1.${at >> 8}.${at & 255}` }));
  const workerData: CrowdTask = {
    port,
    resting: all.slice(0, resting),
    coming: all.slice(resting),
    key: freeTextKey(),
    everyMs: EVERY_MS,
    comingMs: COMING_MS,
    lastsMs,
  };
  const thread = new Worker(new URL('./crowd-thread.ts', import.meta.url), { workerData });
  const [crowd]: Crowd[] = await once(thread, 'message');
  await thread.terminate();
  if (crowd === undefined) throw new Error('The thread ended without a word.');
  return crowd;
}

/** Of the whole machine: how often the kernel dropped a connection because too many waited to be taken. */
function listenOverflows(): number {
  const [names = '', values = ''] = readFileSync('/proc/net/netstat', 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('TcpExt:'));
  const at = names.split(' ').indexOf('ListenOverflows');
  return Number(values.split(' ')[at]);
}
