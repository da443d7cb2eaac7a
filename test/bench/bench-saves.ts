import autocannon, { type Result } from 'autocannon';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readForm } from '../support/compiled-form.ts';
import { completeState } from '../support/complete-state.ts';
import { startTestServer, USUAL_SERVER } from '../support/test-server.ts';
import { type BenchStudent, headersOf, seedStudents } from './bench-students.ts';
import type { Figure } from './figure.ts';
import { freeTextKey } from './free-text-key.ts';
import { onDatabases } from './on-databases.ts';

const SECONDS = 6;
const CONNECTIONS = [10, 100];
/** Enough students that none exceeds the save limit. */
const STUDENTS = 300;
const BASELINE = ['test/bench/baseline-server.ts'];

/**
 * Measures saves per second and their 99th percentile on each database: the real server (session, rules, merge by key)
 * compared with {@link BASELINE}. Students save in turn.
 */
export function benchSaves(): Promise<readonly Figure[]> {
  return onDatabases(benchDatabase);
}

async function benchDatabase(name: string, databaseUrl: string | undefined): Promise<readonly Figure[]> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'matricula-bench-'));
  const env = { LOG_LEVEL: 'error', ...(databaseUrl && { DATABASE_URL: databaseUrl }) };
  const students = await seedStudents({ dataDir, databaseUrl }, STUDENTS, completeState(readForm()).answers);
  const figures: Figure[] = [];
  try {
    for (const connections of CONNECTIONS) {
      const load = { connections, students };
      // Before and after, so that a machine that slows down affects both sides.
      const first = await measureSaves({ ...load, dataDir, env, command: BASELINE });
      const own = await measureSaves({ ...load, dataDir, env, command: USUAL_SERVER });
      const second = await measureSaves({ ...load, dataDir, env, command: BASELINE });
      figures.push(...compare(`${name}, ${connections} connections`, own, [first, second]));
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
  return figures;
}

/** Saves per second, and their mean and 99th percentile in milliseconds. */
type Load = { readonly perSecond: number; readonly mean: number; readonly p99: number };

function compare(name: string, own: Load, [first, second]: readonly [Load, Load]): readonly Figure[] {
  const mean = (pick: (load: Load) => number): number => (pick(first) + pick(second)) / 2;
  return [
    {
      name: `saves, ${name}`,
      value: own.perSecond,
      unit: '/s',
      baselines: [{ name: 'smallest route', value: mean((load) => load.perSecond) }],
      target: { kind: 'timesAtLeast', limit: 0.6 },
    },
    {
      name: `p99 of a save, ${name}`,
      value: own.p99,
      unit: 'ms',
      baselines: [
        { name: 'their mean', value: own.mean },
        { name: 'smallest route', value: mean((load) => load.p99) },
      ],
      target: { kind: 'timesAtMost', limit: 6 },
    },
  ];
}

/** Measures saves on a new server after a second of warm-up. @throws Error if one is refused */
export async function measureSaves(options: {
  readonly connections: number;
  readonly students: readonly BenchStudent[];
  readonly dataDir: string;
  readonly env: Readonly<Record<string, string>>;
  readonly command: readonly string[];
}): Promise<Load> {
  const server = await startTestServer(options);
  try {
    await run(server.url, options, 1);
    const result = await run(server.url, options, SECONDS);
    if (result.non2xx > 0 || result.errors > 0 || result['2xx'] === 0) {
      throw new Error(`${result.non2xx} saves were refused, ${result.errors} broke:\n${server.output()}`);
    }
    const { mean, p99 } = result.latency;
    return { perSecond: result['2xx'] / result.duration, mean, p99 };
  } finally {
    await server.stop();
  }
}

let counter = 0;
const freeText = freeTextKey();

function run(
  url: string,
  { connections, students }: { connections: number; students: readonly BenchStudent[] },
  duration: number,
): Promise<Result> {
  let next = 0;
  return autocannon({
    url: url.replace('localhost', '127.0.0.1'),
    connections,
    duration,
    requests: [
      {
        method: 'PUT',
        path: '/api/answer',
        setupRequest: (request) => {
          const student = students[(next += 1) % students.length];
          const headers = {
            ...headersOf(student),
            'x-student': student?.id ?? '',
          };
          // A new value each time, because an unchanged one is not written.
          return { ...request, headers, body: JSON.stringify({ answer: changedAnswer() }) };
        },
      },
    ],
  });
}

/** A new value for a free-text question. */
function changedAnswer(): Record<string, string> {
  counter += 1;
  return { [freeText]: `Sample ${counter}` };
}
