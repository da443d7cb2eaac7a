import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readForm } from '../support/compiled-form.ts';
import { completeState } from '../support/complete-state.ts';
import { startTestServer, type TestServer, USUAL_SERVER } from '../support/test-server.ts';
import { EVERY_MS, meet } from './bench-crowd.ts';
import { type BenchStudent, seedStudents } from './bench-students.ts';
import type { CrowdCalls } from './crowd-thread.ts';
import type { Figure } from './figure.ts';
import { onDatabases } from './on-databases.ts';
import { percentile } from './percentile.ts';

/** Rounds per number of students. */
const ROUNDS = 2;
const STEP = 500;
/** Limit for the 99th percentile of saves, in milliseconds. */
const LIMIT_MS = 300;
/** Students on two processors shared with the load generator: required, and maximum tried. */
const TARGETS: Readonly<Record<string, { readonly limit: number; readonly most: number }>> = {
  embedded: { limit: 1000, most: 1500 },
  PostgreSQL: { limit: 3500, most: 6000 },
};

/** Finds how many students per server can save every eight seconds with a 99th percentile of 300 ms. */
export function benchKnee(): Promise<readonly Figure[]> {
  return onDatabases(benchDatabase);
}

async function benchDatabase(name: string, databaseUrl: string | undefined): Promise<readonly Figure[]> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'matricula-bench-'));
  const { limit, most } = TARGETS[name] ?? { limit: STEP, most: STEP };
  const students = await seedStudents({ dataDir, databaseUrl }, most, completeState(readForm()).answers);
  const env = { LOG_LEVEL: 'info', TRUST_PROXY: '1', ...(databaseUrl && { DATABASE_URL: databaseUrl }) };
  const server = await startTestServer({ dataDir, command: USUAL_SERVER, env });
  try {
    // Warms up the JIT compiler.
    await savesOf(server, students.slice(0, STEP), 2000);
    return [
      {
        name: `students who save every 8 s, ${name}`,
        value: await kneeOf(server, students, limit / 2),
        unit: 'students',
        baselines: [],
        target: { kind: 'atLeast', limit },
      },
    ];
  } finally {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Searches upward from a number the server handles easily. */
async function kneeOf(server: TestServer, students: readonly BenchStudent[], from: number): Promise<number> {
  let carried = 0;
  for (let count = from; count <= students.length; count += STEP) {
    const saves = await savesOf(server, students.slice(0, count), EVERY_MS);
    const p99 = percentile(saves.times, 0.99);
    console.log(`${count} students: p99 ${p99.toFixed(0)} ms, ${saves.refused} refused, ${saves.lost} lost`);
    if (p99 > LIMIT_MS || saves.refused + saves.lost > 0) break;
    carried = count;
  }
  return carried;
}

async function savesOf(
  { url }: TestServer,
  students: readonly BenchStudent[],
  everyMs: number,
): Promise<CrowdCalls> {
  const load = { resting: students.length, lastsMs: ROUNDS * everyMs, everyMs, looksUp: false };
  const { calls } = await meet(Number(new URL(url).port), students, load);
  return calls['save of who is in'];
}
