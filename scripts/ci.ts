import { readFileSync } from 'node:fs';
import path from 'node:path';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { AGREEMENT_SUITES } from './agreement-suites.ts';
import { findPostgres, installPostgres, startPostgres } from './postgres-cluster.ts';
import { hasRadosgw, installRadosgw, type RadosgwCluster, startRadosgw } from './radosgw-cluster.ts';
import { reportFolder, runTool } from './run-tool.ts';
import { type Counts, countOne, countVitest, sum } from './test-counts.ts';

/** The suites that speak to a database: run once more, on PostgreSQL, and with the long rounds. */
const DATABASE_SUITES = ['test/server', 'test/api'];

/** The suites that speak to a store of files. */
const FILE_SUITES = ['test/server/file-store.test.ts'];

/**
 * The second half of `.ci/run`: the long rounds, the database on a real PostgreSQL, files on a real S3 server; one
 * line over all of it.
 */
async function runCi(): Promise<void> {
  const counts = sum([countTestRun(), runLong(), await runOnPostgres(), await runOnS3()]);
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

function runLong(): Counts {
  console.log('\nThe agreement of all validators on 5,000 random answers');
  return runSuites('agreement', AGREEMENT_SUITES, { FORM_RUNS: '5000' });
}

async function runOnPostgres(): Promise<Counts> {
  try {
    if (!findPostgres()) installPostgres();
    const programs = findPostgres();
    if (!programs) throw new Error('PostgreSQL is not installed: apt-get install postgresql');
    const cluster = await startPostgres(programs);
    console.log(`\nThe suites of the server on ${cluster.version}`);
    try {
      return runSuites('postgres', DATABASE_SUITES, { TEST_DATABASE_URL: cluster.url, KILL_ROUNDS: '20' });
    } finally {
      await cluster.stop();
    }
  } catch (error) {
    console.error(error);
    return countOne(false);
  }
}

async function runOnS3(): Promise<Counts> {
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
    return countOne(false);
  }
}

/** Makes a bucket, and names it as the suites expect. */
async function bucketOn({ endpoint, accessKey, secretKey }: RadosgwCluster): Promise<Record<string, string>> {
  const credentials = { accessKeyId: accessKey, secretAccessKey: secretKey };
  const client = new S3Client({ endpoint, credentials, region: 'us-east-1', forcePathStyle: true });
  await client.send(new CreateBucketCommand({ Bucket: 'documents' }));
  const keys = { AWS_ACCESS_KEY_ID: accessKey, AWS_SECRET_ACCESS_KEY: secretKey };
  return { ...keys, TEST_S3_BUCKET: 'documents', TEST_S3_ENDPOINT: endpoint };
}

function runSuites(name: string, suites: readonly string[], env: Readonly<Record<string, string>>): Counts {
  const report = path.join(reportFolder, `${name}.json`);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const { isFine } = runTool(['vitest', 'run', ...reporters, ...suites], { isShown: true, env });
  return countVitest(report, isFine);
}

await runCi();
