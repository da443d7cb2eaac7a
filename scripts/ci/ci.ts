import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { newcomerEnvironment } from './newcomer-environment.ts';
import { hasNginx, installNginx } from './nginx.ts';
import { hasPgbouncer, installPgbouncer } from './pgbouncer-server.ts';
import { findPostgres, installPostgres, type PostgresCluster, startPostgres } from './postgres-cluster.ts';
import { hasClamd, installClamd, startClamd } from './clamd-server.ts';
import { hasRadosgw, installRadosgw, type RadosgwCluster, startRadosgw } from './radosgw-cluster.ts';
import { checkAdvisories } from '../package/supply-chain.ts';
import { JOURNEYS, projectRoot, reportFolder, runTool } from '../run-tool.ts';
import { type TestCounts, countOneTest, countPlaywright, countVitest, sumOfCounts } from './test-counts.ts';

/** More rounds than `npm test` runs by itself. */
const LONG_ROUNDS = {
  DOCUMENT_RUNS: '50',
  FORM_RUNS: '1000',
  KILL_ROUNDS: '5',
  OUTAGE_SECONDS: '15',
};

/** More students who do things in any order than `npm test` plays by itself, always the same ones. */
const LONG_JOURNEYS = { SEAM_RUNS: '24', SEAM_SEED: '777' };

/** Nothing here shows what becomes of a PostgreSQL whose machine dies, so its disk is not waited for. */
const CLUSTER_SETTINGS = ['fsync=off', 'full_page_writes=off'];

/** What a suite mentions that differs by database, or needs a service other than a scanner or a bucket. */
const DIFFERS =
  /\b(?:testEngines|outsideDatabases|backed-up-server|describeWith\(\['(?:cluster|nginx|postgres))\b/;

/** The suites in which all validators agree on random answers. */
const AGREEMENT_SUITES = [
  'test/form/agreement.test.ts',
  'test/form/real-definition.test.ts',
  'test/form/section-progress.test.ts',
];

/** The suites that speak to a malware scanner. */
const SCANNER_SUITES = ['test/server/documents/scan.test.ts'];

/** The suites that speak to a store of files. */
const FILE_SUITES = ['test/server/file-store.test.ts', 'test/server/backup-commands.test.ts'];

/** Runs `npm test` as a newcomer, then adds what needs Debian's packages; prints one line over all of it. */
async function runCi(): Promise<void> {
  const counts = sumOfCounts([
    runAsNewcomer(),
    await runOnPostgres(),
    await runOnS3(),
    await runOnClamd(),
    runLongJourneys(),
    runDrill(),
    askForAdvisories(),
  ]);
  console.log(`${counts.passed} passed, ${counts.failed} failed`);
  process.exitCode = counts.failed > 0 ? 1 : 0;
}

/** Runs all of `npm test` on the embedded database, in the environment of a fresh machine. */
function runAsNewcomer(): TestCounts {
  spawnSync('npm', ['test'], {
    cwd: projectRoot,
    env: newcomerEnvironment(process.env),
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  return countTestRun();
}

/**
 * Runs the suites that differ by database on PostgreSQL, those of the pooler and the proxy, and the long rounds. Without
 * one of the services the others run all the same, and that is one failure.
 */
async function runOnPostgres(): Promise<TestCounts> {
  const hasProxy = openProxy();
  const cluster = await openPostgres();
  const suites = globSync('test/**/*.test.ts', { cwd: projectRoot }).filter((file) =>
    DIFFERS.test(readFileSync(path.join(projectRoot, file), 'utf8')),
  );
  const env = { ...LONG_ROUNDS, ...(cluster && { TEST_DATABASE_URL: cluster.url }) };
  const counts = runSuites('postgres', [...suites, ...AGREEMENT_SUITES], env);
  await cluster?.stop();
  const missing = [cluster !== undefined, hasProxy].filter((isThere) => !isThere);
  return sumOfCounts([counts, ...missing.map(countOneTest)]);
}

/** Plays many students in the browser, on the client that `npm test` has built. */
function runLongJourneys(): TestCounts {
  console.log('\nStudents who do things in any order');
  const seams = [...JOURNEYS, 'seams.e2e.ts'];
  const { isFine } = runTool(seams, { isShown: true, env: LONG_JOURNEYS });
  return countPlaywright(path.join(reportFolder, 'journeys.json'), isFine);
}

/** What `npm test` came to; when it broke before it could count, that is one failure. */
function countTestRun(): TestCounts {
  try {
    const counts: TestCounts = JSON.parse(readFileSync(path.join(reportFolder, 'counts.json'), 'utf8'));
    return counts;
  } catch {
    return countOneTest(false);
  }
}

/** A registry that cannot be asked says nothing of the code: that is printed, and fails nothing. */
function askForAdvisories(): TestCounts {
  const { code, sentence } = checkAdvisories();
  console.log(`\n${sentence}`);
  return code === 2 ? sumOfCounts([]) : countOneTest(code === 0);
}

/** @returns whether the proxy that a test runs is installed */
function openProxy(): boolean {
  try {
    if (!hasNginx()) installNginx();
    return true;
  } catch (error) {
    console.error(error);
    return false;
  }
}

async function openPostgres(): Promise<PostgresCluster | undefined> {
  try {
    if (!findPostgres()) installPostgres();
    if (!hasPgbouncer()) installPgbouncer();
    const programs = findPostgres();
    if (!programs) throw new Error('PostgreSQL is not installed: apt-get install postgresql');
    const cluster = await startPostgres(programs, CLUSTER_SETTINGS);
    console.log(`\nThe suites of the server on ${cluster.version}`);
    return cluster;
  } catch (error) {
    console.error(error);
    return undefined;
  }
}

async function runOnS3(): Promise<TestCounts> {
  try {
    if (!hasRadosgw()) installRadosgw();
    const server = await startRadosgw();
    console.log(`\nThe suites of files on ${server.version}`);
    try {
      return runSuites('s3', FILE_SUITES, await bucketOn(server));
    } finally {
      await server.stop();
    }
  } catch (error) {
    console.error(error);
    return countOneTest(false);
  }
}

async function runOnClamd(): Promise<TestCounts> {
  try {
    if (!hasClamd()) installClamd();
    const server = await startClamd();
    console.log(`\nThe suites of the malware scanner on ${server.version}`);
    try {
      return runSuites('scanner', SCANNER_SUITES, { TEST_SCANNER_URL: server.url });
    } finally {
      await server.stop();
    }
  } catch (error) {
    console.error(error);
    return countOneTest(false);
  }
}

/** Ninety seconds in which everything around the servers dies; it counts as one test. */
function runDrill(): TestCounts {
  console.log('\nThe drill');
  return countOneTest(runTool(['test/drill/drill.ts', '--short'], { isShown: true }).isFine);
}

/** Makes a bucket, and names it as the suites expect. */
async function bucketOn({ endpoint, accessKey, secretKey }: RadosgwCluster): Promise<Record<string, string>> {
  const credentials = { accessKeyId: accessKey, secretAccessKey: secretKey };
  const client = new S3Client({ endpoint, credentials, region: 'us-east-1', forcePathStyle: true });
  await client.send(new CreateBucketCommand({ Bucket: 'documents' }));
  const keys = { AWS_ACCESS_KEY_ID: accessKey, AWS_SECRET_ACCESS_KEY: secretKey };
  return { ...keys, TEST_S3_BUCKET: 'documents', TEST_S3_ENDPOINT: endpoint };
}

function runSuites(
  name: string,
  suites: readonly string[],
  env: Readonly<Record<string, string>>,
): TestCounts {
  const report = path.join(reportFolder, `${name}.json`);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const { isFine } = runTool(['vitest', 'run', ...reporters, ...suites], { isShown: true, env });
  return countVitest(report, isFine);
}

await runCi();
