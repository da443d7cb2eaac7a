import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { hasPgbouncer, startPgbouncer } from '#scripts/ci/pgbouncer-server.ts';
import { findPostgres, startPostgres } from '#scripts/ci/postgres-cluster.ts';
import { readForm } from '#test/support/compiled-form.ts';
import { completeState } from '#test/support/complete-state.ts';
import { USUAL_SERVER } from '#test/support/test-server.ts';
import { measureSaves } from './bench-saves.ts';
import { seedStudents } from './bench-students.ts';
import type { Figure } from './figure.ts';
import { median } from './median.ts';

const CONNECTIONS = 10;
const ROUNDS = 3;
/** So many that each saves no oftener than a student may. */
const STUDENTS = 300;

/** Saves per second through pgbouncer in transaction mode, beside those of the same server without it. */
export async function benchPooler(): Promise<readonly Figure[]> {
  const programs = findPostgres();
  if (programs === undefined || !hasPgbouncer()) {
    console.log('The pooler is left out: PostgreSQL or pgbouncer is not installed.');
    return [];
  }
  const cluster = await startPostgres(programs);
  const pooler = await startPgbouncer(cluster.url);
  const dataDir = mkdtempSync(path.join(tmpdir(), 'matricula-bench-'));
  try {
    const students = await seedStudents(
      { dataDir, databaseUrl: cluster.url },
      STUDENTS,
      completeState(readForm()).answers,
    );
    const direct = { LOG_LEVEL: 'error', DATABASE_URL: cluster.url };
    const pooled = { ...direct, DATABASE_URL: pooler.through(cluster.url), DATABASE_DIRECT_URL: cluster.url };
    const load = { connections: CONNECTIONS, students, dataDir, command: USUAL_SERVER };
    const [without, through]: [number[], number[]] = [[], []];
    // In turns, so that a machine that gets slower meanwhile does not count for either side.
    for (let round = 0; round < ROUNDS; round += 1) {
      without.push((await measureSaves({ ...load, env: direct })).perSecond);
      through.push((await measureSaves({ ...load, env: pooled })).perSecond);
    }
    return [
      {
        name: 'saves through a pooler',
        value: median(through),
        unit: '/s',
        baselines: [{ name: 'without', value: median(without) }],
        target: { kind: 'timesAtLeast', limit: 0.8 },
      },
    ];
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
    await pooler.stop();
    await cluster.stop();
  }
}
