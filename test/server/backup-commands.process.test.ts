import { execFile } from 'node:child_process';
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { cpSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { describe, expect, test, onTestFinished } from 'vitest';
import { partnersFolder } from '#scripts/run-tool.ts';
import { documentKeysOf } from '#form/documents/document-answers.ts';
import { readManifest } from '#server/backup/backup-folder.ts';
import { parseConfig } from '#server/settings/config.ts';
import { openStoredFiles } from '#server/files/open-files.ts';
import { PASSWORD } from '#test/api/student-client.ts';
import { readForm } from '#test/support/compiled-form.ts';
import { bucketName, describeWith, postgresPrograms, postgresUrl } from '#test/support/services.ts';
import { samplePdf, samplePng } from '#test/support/sample-files.ts';
import { startTestServer, type TestServer } from '#test/support/test-server.ts';
import { runCommand } from '#test/support/run-command.ts';
import { startScannerStandIn } from './documents/scanner-stand-in.ts';
import { putEmptyDatabase } from './empty-database.ts';
import { firstTextKeys } from './first-text-keys.ts';
import { attach, call, POLL_MS, presign, sendFile, signUpAndLogIn, untilConversion } from './server-calls.ts';
import { createPostgresDatabase, type OutsideDatabase, outsideDatabases } from './test-storage.ts';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const LIMIT_MS = 240_000;
const ADA = 'ada@example.org';
const [CARD = '', ESSAY = ''] = documentKeysOf(readForm());

/** An empty database and file store to back up. */
const places = outsideDatabases.map(({ name, open }) => ({
  name: `${name} and a ${bucketName ? 'bucket' : 'folder'}`,
  async open(): Promise<OutsideDatabase> {
    const { env, drop } = await open();
    return { env: { ...env, ...(bucketName ? await openBucket() : {}) }, drop };
  },
}));

/** On the tests' S3 server, which stores in memory. */
async function openBucket(): Promise<Record<string, string>> {
  const endpoint = process.env['TEST_S3_ENDPOINT'] ?? '';
  const bucket = `backup-${randomUUID()}`;
  const client = new S3Client({ region: 'us-east-1', endpoint, forcePathStyle: true });
  await client.send(new CreateBucketCommand({ Bucket: bucket }));
  client.destroy();
  return { STORAGE_URL: `s3://${bucket}`, S3_ENDPOINT: endpoint };
}

describe('a backup during saves and conversions', () => {
  test.each(places)(
    'has everything acknowledged before, for a restored server: $name',
    { timeout: LIMIT_MS },
    async ({ open }) => {
      const folder = temporaryFolder();
      const backup = path.join(folder, 'backup');
      const DATA_KEY = randomBytes(32).toString('base64');
      const settingsOf = async (name: string) => {
        const { env, drop } = await open();
        onTestFinished(drop);
        return { ...env, DATA_KEY, LOG_LEVEL: 'warn', DATA_DIR: path.join(folder, name) };
      };
      const scanner = await startScannerStandIn(folder);
      onTestFinished(() => scanner.leave());
      const env = await settingsOf('data');
      await putEmptyDatabase(env.DATA_DIR);
      const scanned = { ...env, SCANNER_URL: `unix:${path.join(folder, 'scanner.sock')}` };
      const server = await startTestServer({ dataDir: env.DATA_DIR, env: scanned });
      onTestFinished(() => server.stop());
      const cookie = await signUpAndLogIn(server, ADA);
      const grace = await signUpAndLogIn(server, 'grace@example.org');
      await attach(server, cookie, CARD, await samplePng('card.png', 40));
      await untilConversion(server, cookie, CARD, 'COMPLETED');
      // Later documents are in conversion during the backup.
      const release = scanner.hold();
      onTestFinished(release);
      await attach(server, cookie, ESSAY, await samplePdf('essay.pdf', 3));
      await attach(server, grace, CARD, await samplePng('photo.png', 300));
      await untilConversion(server, grace, CARD, 'IN_PROGRESS');
      await sendFile(await presign(server, grace, ESSAY), Buffer.from('not recorded'));
      const ledger = await saveSteadily(server, cookie);
      onTestFinished(() => ledger.stop());
      const { acknowledged } = ledger;
      const made = await runCommand('backup', ['--to', backup], env);
      expect([made.code, made.err]).toEqual([0, expect.stringContaining('The database is written')]);
      expect(ledger.acknowledged).toBeGreaterThan(acknowledged);
      expectPrivate(backup, DATA_KEY);
      expect(readdirSync(env.DATA_DIR).filter((name) => name.startsWith('database-copy'))).toEqual([]);
      // The operator is audited before.
      expect(readFileSync(path.join(backup, 'tables/audit.jsonl'), 'utf8')).toMatch(
        /"backup".*"Grace Hopper"/,
      );

      const elsewhere = await settingsOf('restored');
      const { code, out, err } = await runCommand('restore', ['--from', backup], elsewhere);
      expect([code, err]).toEqual([0, '']);
      expect(othersMayRead(elsewhere.DATA_DIR)).toEqual([]);
      expect(out).toMatch(/^Restored\. State of .+ 4 files, 3 of them temporary\. Start the server\.$/m);
      const listed = await storedFiles(elsewhere);
      expect(listed).toEqual(await storedFiles(env));
      expect(await sumsOf(backup)).toEqual(new Map([...listed].map(([key, bytes]) => [key, sha256(bytes)])));
      const restored = await startTestServer({ dataDir: elsewhere.DATA_DIR, env: elsewhere });
      onTestFinished(() => restored.stop());
      const login = await call(restored, '/public/login', { body: { username: ADA, password: PASSWORD } });
      expect(login.status).toBe(200);
      // Sessions still work.
      const saved = await savedNumber(restored, cookie);
      expect(saved).toBeGreaterThanOrEqual(acknowledged);
      expect(saved).toBeLessThanOrEqual(ledger.sent);
      release();
      for (const [student, key] of [
        [cookie, CARD],
        [cookie, ESSAY],
        [grace, CARD],
      ] as const)
        for (const each of [server, restored]) await untilConversion(each, student, key, 'COMPLETED');
      // Also those that each server converted itself.
      for (const student of [cookie, grace])
        expect(await servedDocuments(restored, student)).toEqual(await servedDocuments(server, student));
      const { temporary } = readManifest(readFileSync(path.join(backup, 'manifest.json'), 'utf8'));
      const lasting = [...listed].filter(([key]) => !temporary?.includes(key));
      expect(lasting).toHaveLength(1);
      expect([...(await storedFiles(elsewhere))]).toEqual(expect.arrayContaining(lasting));
      expect(restored.output()).not.toContain('another place');
    },
  );
});

describeWith(['cluster'], 'a backup by pg_dump with a copy of the files', () => {
  test(
    'has every document of the dump, even those deleted before the copy',
    { timeout: LIMIT_MS },
    async () => {
      const folder = temporaryFolder();
      const at = (name: string): string => path.join(folder, name);
      const [source, target] = [
        await createPostgresDatabase(postgresUrl),
        await createPostgresDatabase(postgresUrl),
      ];
      onTestFinished(source.drop);
      onTestFinished(target.drop);
      const server = await startOn(source.url, at('data'));
      const cookie = await signUpAndLogIn(server, ADA);
      await attach(server, cookie, CARD, await samplePng('card.png', 40));
      await attach(server, cookie, ESSAY, await samplePdf('essay.pdf'));
      for (const key of [CARD, ESSAY]) await untilConversion(server, cookie, key, 'COMPLETED');
      const dumped = await servedDocuments(server, cookie);

      // This program starts the copy of the files.
      const find = `touch ${at('reached')}; until [ -e ${at('go-on')} ]; do sleep 0.1; done; exec /usr/bin/find "$@"`;
      writeFileSync(at('find'), `#!/bin/sh\n${find}\n`, { mode: 0o700 });
      const { hostname: PGHOST, port: PGPORT, username: PGUSER, pathname } = new URL(source.url);
      const own = { PGHOST, PGPORT, PGUSER, PGDATABASE: pathname.slice(1) };
      const env = { ...process.env, ...own, PATH: `${folder}:${postgresPrograms}:${process.env['PATH']}` };
      const backedUp = execute('deploy/large-backup.sh', [at('backup'), at('data/uploads')], { env });
      while (!existsSync(at('reached'))) await delay(POLL_MS);
      const deletion = await call(server, `/api/document-answer/${CARD}`, { method: 'DELETE', cookie });
      expect(deletion.status).toBe(200);
      await attach(server, cookie, ESSAY, await samplePdf('newer.pdf', 2));
      await untilConversion(server, cookie, ESSAY, 'COMPLETED');
      writeFileSync(at('go-on'), '');
      expect(await backedUp).toEqual({ stdout: '', stderr: '' });

      const restore = ['--no-owner', '--exit-on-error', '--dbname', target.url, at('backup/database')];
      await execute(path.join(postgresPrograms, 'pg_restore'), restore);
      cpSync(at('backup/files'), at('restored/uploads'), { recursive: true });
      const restored = await startOn(target.url, at('restored'));
      expect(await servedDocuments(restored, cookie)).toEqual(dumped);
    },
  );
});

const execute = promisify(execFile);

/** Files of a folder that others can use. Database and files elsewhere need no folder. */
function othersMayRead(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return ['', ...names].filter((name) => (statSync(path.join(folder, name)).mode & 0o077) !== 0);
}

/** It is only for its owner, without the key. */
function expectPrivate(backup: string, dataKey: string): void {
  const files = filesIn(backup);
  expect(files).toEqual(expect.arrayContaining(['SHA256SUMS', 'manifest.json', 'tables/student.jsonl']));
  for (const name of files) {
    expect(statSync(path.join(backup, name)).mode & 0o077).toBe(0);
    expect(readFileSync(path.join(backup, name), 'latin1')).not.toContain(dataKey);
  }
}

type Ledger = {
  /** The number of the last save sent. */
  readonly sent: number;
  /** The number of the last save acknowledged. */
  readonly acknowledged: number;
  /** Ends the saves. @throws the error of a save */
  stop(): Promise<void>;
};

/** Saves growing numbers until stopped. @returns after ten acknowledged saves */
async function saveSteadily(server: TestServer, cookie: string): Promise<Ledger> {
  const [key = ''] = await firstTextKeys(1);
  const enough = Promise.withResolvers<void>();
  const stopping = new AbortController();
  let [sent, acknowledged] = [0, 0];
  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      sent += 1;
      const body = { answer: { [key]: `save ${sent}` } };
      const { status } = await call(server, '/api/answer', { method: 'PUT', body, cookie });
      if (status !== 200) throw new Error(`A save was answered with ${status}.`);
      acknowledged = sent;
      if (sent === 10) enough.resolve();
      await delay(POLL_MS);
    }
  };
  const ended = run();
  await Promise.race([enough.promise, ended]);
  return {
    get sent() {
      return sent;
    },
    get acknowledged() {
      return acknowledged;
    },
    stop() {
      stopping.abort();
      return ended;
    },
  };
}

/** The stored save of a server. */
async function savedNumber(server: TestServer, cookie: string): Promise<number> {
  const [key = ''] = await firstTextKeys(1);
  const response = await call(server, '/api/profile', { method: 'GET', cookie });
  const { answer }: { answer: Record<string, unknown> } = JSON.parse(await response.text());
  return Number(/^save (\d+)$/.exec(String(answer[key]))?.[1]);
}

/** Starts a server on PostgreSQL. */
async function startOn(DATABASE_URL: string, dataDir: string): Promise<TestServer> {
  const server = await startTestServer({ dataDir, env: { DATABASE_URL, LOG_LEVEL: 'warn' } });
  onTestFinished(() => server.stop());
  return server;
}

/** A student's documents with their bytes. */
async function servedDocuments(server: TestServer, cookie: string): Promise<readonly object[]> {
  const response = await call(server, '/api/own-data', { method: 'GET', cookie });
  const { documents }: { documents: readonly { file: string; status: string }[] } = JSON.parse(
    await response.text(),
  );
  expect(documents).not.toEqual([]);
  for (const { file } of documents) expect(Buffer.from(file, 'base64').toString('latin1')).toMatch(/^%PDF/);
  return documents;
}

/** Key of each file of a backup → its checksum. */
async function sumsOf(backup: string): Promise<ReadonlyMap<string, string>> {
  const sums = readFileSync(path.join(backup, 'SHA256SUMS'), 'utf8');
  return new Map([...sums.matchAll(/^(\w+) {2}files\/(.+)$/gm)].map(([, sum = '', key = '']) => [key, sum]));
}

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Key → bytes, encrypted as they are. */
async function storedFiles(env: Readonly<Record<string, string>>): Promise<ReadonlyMap<string, Buffer>> {
  const parsed = parseConfig(env, partnersFolder);
  if (parsed.kind === 'faults') throw new Error(parsed.faults.join());
  const files = await openStoredFiles(parsed.config);
  const stored = new Map<string, Buffer>();
  for await (const { key } of files.list()) stored.set(key, (await files.read(key)) ?? Buffer.alloc(0));
  return stored;
}

function filesIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)));
}
