import { spawnSync, execFileSync } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, readFileSync, existsSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { findPostgres, startPostgres } from './postgres-cluster.ts';
import { HAPROXY, installPackages, NFT, NGINX, PGBOUNCER } from './debian-packages.ts';
import { installEngines } from './engines.ts';
import { hasRadosgw, RADOSGW_PROGRAMS, startRadosgw } from './radosgw-cluster.ts';
import { checkAdvisories } from '../package/supply-chain.ts';
import { JOURNEYS, projectRoot, reportFolder, runTool } from '../run-tool.ts';
import {
  type Part,
  type PartResult,
  type TestCounts,
  countOneTest,
  countPlaywright,
  formatFailures,
  formatParts,
  runPart,
  runSuites,
  sumOfCounts,
} from './test-counts.ts';
import { tmpdir } from 'node:os';
import { endDaemon, startDaemon } from './daemon.ts';

/** Runs high-volume tests in full (test/README.md). */
const FULL_VOLUME = { TEST_VOLUME: 'full' };

/** No test here crashes the machine, so PostgreSQL need not wait for the disk. */
const CLUSTER_SETTINGS = ['fsync=off', 'full_page_writes=off'];

const CLAMD = '/usr/sbin/clamd';
/** Part of the EICAR test file; the whole text would make scanners remove this source file. */
const SIGNATURE = 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE';

/** Marks suites that differ by database, file store or scanner, or need another service. */
const DIFFERS =
  /\b(?:testEngines|outsideDatabases|backed-up-server|bucketName|scannerUrl|describeWith\(\['(?:cluster|firewall|haproxy|nginx|postgres))\b/;

/** Marks suites that `npm test` runs fewer times, or skips. */
const HAS_VOLUME = /\bsupport\/volume\b|\bdescribeWith\(\['volume'/;

const sections: readonly Part[] = [
  { name: 'npm test', run: runAsNewcomer },
  { name: 'high volume', run: runVolume },
  { name: 'services', run: runWithServices },
  { name: 'high-volume journeys', run: runLongJourneys },
  { name: 'Firefox and WebKit', run: runEngines },
  { name: 'drill', run: runDrill },
  { name: 'advisories', run: askForAdvisories },
];

/** Runs `npm test` as a newcomer, then what needs Debian packages; ends with a table and one line of totals. */
async function runCi(): Promise<void> {
  const results: PartResult[] = [];
  for (const section of sections) results.push(await runPart(section));
  const counts = sumOfCounts(results.map((result) => result.counts));
  console.log(`\n${formatParts(results, 'minutes')}\n${formatFailures(counts)}`);
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

/** Runs high-volume suites in full, except those that the next part runs in full on PostgreSQL. */
function runVolume(): Promise<TestCounts> {
  const later = suitesThat(DIFFERS);
  const suites = suitesThat(HAS_VOLUME).filter((file) => !later.includes(file));
  return runSuites('volume', suites, FULL_VOLUME);
}

/** Runs suites that differ by service, on PostgreSQL, an S3 server and clamd; a missing one counts as one failure. */
async function runWithServices(): Promise<TestCounts> {
  const hasProxies = await openOrPrint(
    () =>
      [NGINX, HAPROXY, NFT].every((program) => existsSync(program)) ||
      installPackages(['nginx-light', 'openssl', 'haproxy', 'nftables']),
  );
  const services = [await openOrPrint(openPostgres), await openOrPrint(openS3), await openOrPrint(openClamd)];
  console.log(`\nThe suites on ${services.map((service) => service?.version ?? 'nothing').join(', ')}`);
  const env = Object.assign({}, ...services.map((service) => service?.env));
  const counts = await runSuites('services', suitesThat(DIFFERS), { ...FULL_VOLUME, ...env });
  for (const service of services) await service?.stop();
  const missing = [...services, hasProxies].filter((service) => service === undefined);
  return sumOfCounts([counts, ...missing.map(() => countOneTest(false))]);
}

/** Runs the high-volume journeys in full, on the client built by `npm test`. */
async function runLongJourneys(): Promise<TestCounts> {
  console.log('\nThe high-volume journeys');
  const { isFine } = await runTool([...JOURNEYS, '--project=full'], { isShown: true, env: FULL_VOLUME });
  return countPlaywright(path.join(reportFolder, 'journeys.json'), isFine);
}

/** Installs Firefox and WebKit and runs their journeys; a failed installation counts as one failure. */
async function runEngines(): Promise<TestCounts> {
  console.log('\nThe journeys in Firefox and WebKit');
  const isInstalled = await openOrPrint(installEngines);
  return isInstalled ? runSuites('engines', ['test/engines/'], FULL_VOLUME) : countOneTest(false);
}

/** Suites whose source matches. */
function suitesThat(mention: RegExp): readonly string[] {
  return globSync('test/**/*.test.ts', { cwd: projectRoot }).filter((file) =>
    mention.test(readFileSync(path.join(projectRoot, file), 'utf8')),
  );
}

/** Returns the counts of `npm test`; one failure if it broke before counting. */
function countTestRun(): TestCounts {
  try {
    const counts: TestCounts = JSON.parse(readFileSync(path.join(reportFolder, 'counts.json'), 'utf8'));
    return counts;
  } catch {
    return countOneTest(false);
  }
}

/** Prints advisories; an unreachable registry fails nothing. */
function askForAdvisories(): TestCounts {
  const { code, sentence } = checkAdvisories();
  console.log(`\n${sentence}`);
  return code === 2 ? sumOfCounts([]) : countOneTest(code === 0);
}

/** Opens a service. @returns undefined if it fails, with the reason printed */
async function openOrPrint<Opened>(open: () => Opened | Promise<Opened>): Promise<Opened | undefined> {
  try {
    return await open();
  } catch (error) {
    console.error(error);
    return undefined;
  }
}

/** A service for suites, with their environment. */
type Service = {
  readonly version: string;
  readonly env: Readonly<Record<string, string>>;
  stop(): Promise<void>;
};

async function openPostgres(): Promise<Service> {
  if (!findPostgres()) installPackages(['postgresql']);
  if (!existsSync(PGBOUNCER)) installPackages(['pgbouncer']);
  const programs = findPostgres();
  if (!programs) throw new Error('PostgreSQL is not installed: apt-get install postgresql');
  const cluster = await startPostgres(programs, CLUSTER_SETTINGS);
  return { ...cluster, env: { TEST_DATABASE_URL: cluster.url } };
}

/** Starts an S3 server with a bucket. */
async function openS3(): Promise<Service> {
  if (!hasRadosgw()) installPackages(RADOSGW_PROGRAMS);
  const server = await startRadosgw();
  const { endpoint, accessKey: accessKeyId, secretKey: secretAccessKey } = server;
  const credentials = { accessKeyId, secretAccessKey };
  const client = new S3Client({ endpoint, credentials, region: 'us-east-1', forcePathStyle: true });
  await client.send(new CreateBucketCommand({ Bucket: 'documents' }));
  const keys = { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey };
  return { ...server, env: { ...keys, TEST_S3_BUCKET: 'documents', TEST_S3_ENDPOINT: endpoint } };
}

/** Runs the 90-second drill, which counts as one test. */
async function runDrill(): Promise<TestCounts> {
  console.log('\nThe drill');
  const { isFine } = await runTool(['test/drill/drill.ts', '--short'], { isShown: true });
  return countOneTest(isFine);
}

/** Variables kept in a newcomer's environment. */
const KEPT = ['LANG', 'LC_ALL', 'PATH', 'SHELL', 'TERM', 'TMPDIR', 'TZ', 'USER'];

/** Returns an environment with an empty home, and without settings. */
function newcomerEnvironment(current: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const kept = Object.fromEntries(
    KEPT.filter((name) => name in current).map((name) => [name, current[name]]),
  );
  return { ...kept, HOME: mkdtempSync(path.join(tmpdir(), 'newcomer-')) };
}

/** Starts a malware scanner with one signature, without its databases, which not every machine can download. */
async function openClamd(): Promise<Service> {
  if (!existsSync(CLAMD)) installPackages(['clamav-daemon']);
  const folder = mkdtempSync(path.join(tmpdir(), 'matricula-clamd-'));
  const [database, socket] = [path.join(folder, 'database'), path.join(folder, 'clamd.sock')];
  mkdirSync(database);
  writeFileSync(path.join(database, 'test.ndb'), `Test.File:0:*:${Buffer.from(SIGNATURE).toString('hex')}\n`);
  const configuration = path.join(folder, 'clamd.conf');
  writeFileSync(configuration, `DatabaseDirectory ${database}\nLocalSocket ${socket}\nForeground yes\n`);
  const server = await startDaemon(CLAMD, ['--config-file', configuration], {
    log: path.join(folder, 'log'),
    isReady: () => existsSync(socket),
  });
  return {
    env: { TEST_SCANNER_URL: `unix:${socket}` },
    version: execFileSync(CLAMD, ['--version'], { encoding: 'utf8' }).trim(),
    async stop() {
      await endDaemon(server, 'SIGTERM');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

await runCi();
