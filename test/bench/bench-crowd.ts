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
    const crowd = await meet(proxy.port, students);
    return figuresOf(crowd, listenOverflows() - overflowsBefore);
  } finally {
    await proxy.stop();
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

function figuresOf({ calls, opened }: Crowd, overflows: number): readonly Figure[] {
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
    { name: `in, of ${COMING} who came`, value: opened, unit: 'students', baselines: [] },
    taken(0.5, P50_MS),
    taken(0.99, P99_MS),
  ];
}

function counted(name: string, value: number): Figure {
  return { name, value, unit: 'calls', baselines: [] };
}

/** In a thread of its own, so that what this one does is not measured. */
async function meet(port: number, students: readonly BenchStudent[]): Promise<Crowd> {
  const all = students.map(({ token }, at) => ({ token, address: `127.1.${at >> 8}.${at & 255}` }));
  const workerData: CrowdTask = {
    port,
    resting: all.slice(0, RESTING),
    coming: all.slice(RESTING),
    key: freeTextKey(),
    everyMs: EVERY_MS,
    comingMs: COMING_MS,
    lastsMs: LASTS_MS,
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
