import { readFileSync } from 'node:fs';
import path from 'node:path';
import { findPostgres, installPostgres, startPostgres } from './postgres-cluster.ts';
import { reportFolder, runTool } from './run-tool.ts';
import { type Counts, countOne, countVitest, sum } from './test-counts.ts';

/** The suites that speak to a database: run once more, on PostgreSQL, and with the long rounds. */
const DATABASE_SUITES = ['test/server', 'test/api'];

/** The second half of `.ci/run`: the database suites on a real PostgreSQL, then one line over both halves. */
async function runCi(): Promise<void> {
  const counts = sum([countTestRun(), await runOnPostgres()]);
  console.log(`${counts.passed} passed, ${counts.failed} failed`);
  process.exitCode = counts.failed > 0 ? 1 : 0;
}

/** What `npm test` came to; when it broke before it could count, that is one failure. */
function countTestRun(): Counts {
  try {
    const counts: Counts = JSON.parse(readFileSync(path.join(reportFolder, 'counts.json'), 'utf8'));
    return counts;
  } catch {
    return countOne(false);
  }
}

async function runOnPostgres(): Promise<Counts> {
  try {
    if (!findPostgres()) installPostgres();
    const programs = findPostgres();
    if (!programs) throw new Error('PostgreSQL is not installed: apt-get install postgresql');
    const cluster = await startPostgres(programs);
    console.log(`\nThe suites of the server on ${cluster.version}`);
    try {
      return runSuites({ TEST_DATABASE_URL: cluster.url, KILL_ROUNDS: '20' });
    } finally {
      await cluster.stop();
    }
  } catch (error) {
    console.error(error);
    return countOne(false);
  }
}

function runSuites(env: Readonly<Record<string, string>>): Counts {
  const report = path.join(reportFolder, 'postgres.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const { isFine } = runTool(['vitest', 'run', ...reporters, ...DATABASE_SUITES], { isShown: true, env });
  return countVitest(report, isFine);
}

await runCi();
