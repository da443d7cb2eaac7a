import { execFileSync } from 'node:child_process';
import { findPostgres, startPostgres } from '../../scripts/ci/postgres-cluster.ts';
import type { Figure } from './figure.ts';

/** Measures on one database; without a URL on the embedded one. */
export type BenchDatabase = (name: string, databaseUrl: string | undefined) => Promise<readonly Figure[]>;

/**
 * Measures on the embedded database, then on PostgreSQL: the one in BENCH_DATABASE_URL (it is written to), else a
 * temporary one if installed, else skipped. Writes of the first are on disk before the second.
 */
export async function onDatabases(bench: BenchDatabase): Promise<readonly Figure[]> {
  const embedded = await bench('embedded', undefined);
  const given = process.env['BENCH_DATABASE_URL'];
  if (given) {
    execFileSync('sync');
    return [...embedded, ...(await bench('PostgreSQL', given))];
  }
  const programs = findPostgres();
  if (!programs) {
    console.log('Skipping PostgreSQL: BENCH_DATABASE_URL is not set, and it is not installed.');
    return embedded;
  }
  const cluster = await startPostgres(programs);
  try {
    execFileSync('sync');
    return [...embedded, ...(await bench('PostgreSQL', cluster.url))];
  } finally {
    await cluster.stop();
  }
}
