import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import sharp from 'sharp';
import { afterEach, describe, expect, test } from 'vitest';
import { documentKeysOf } from '#form/documents/document-answers.ts';
import { partnersFolder } from '#scripts/run-tool.ts';
import { parseConfig } from '#server/settings/config.ts';
import { openStoredFiles } from '#server/files/open-files.ts';
import { loadQuestionnaire } from '#server/settings/questionnaire.ts';
import { PASSWORD } from '#test/api/student-client.ts';
import { startTestServer, type TestServer } from '#test/support/test-server.ts';
import { places, runCommand } from './backed-up-server.ts';
import { putEmptyDatabase } from './empty-database.ts';
import { firstTextKeys } from './first-text-keys.ts';
import { call, signUpAndLogIn } from './server-calls.ts';

const LIMIT_MS = 240_000;
/** As often as one student may ask for long. */
const POLL_MS = 100;
const ADA = 'ada@example.org';
const compiled = path.resolve(import.meta.dirname, '../../src/generated/partners/default');

describe('a backup that is made while a student saves', () => {
  const undo: (() => Promise<void> | void)[] = [];
  afterEach(async () => {
    for (const step of undo.splice(0).toReversed()) await step();
  });

  test.each(places)(
    'has what was acknowledged before, and a restored server goes on with it: $name',
    { timeout: LIMIT_MS },
    async ({ open }) => {
      const folder = mkdtempSync(path.join(tmpdir(), 'backup-'));
      undo.push(() => rmSync(folder, { recursive: true, force: true }));
      const backup = path.join(folder, 'backup');
      const DATA_KEY = randomBytes(32).toString('base64');
      const settingsOf = async (name: string) => {
        const { env, drop } = await open();
        undo.push(drop);
        return { ...env, DATA_KEY, LOG_LEVEL: 'warn', DATA_DIR: path.join(folder, name) };
      };
      const env = await settingsOf('data');
      await putEmptyDatabase(env.DATA_DIR);
      const server = await startTestServer({ dataDir: env.DATA_DIR, env });
      undo.push(() => server.stop());
      const cookie = await signUpAndLogIn(server, ADA);
      await attach(server, cookie);
      const ledger = await saveSteadily(server, cookie);
      undo.push(() => ledger.stop());
      const { acknowledged } = ledger;
      const made = await runCommand('backup', ['--to', backup], env);
      expect([made.code, made.err]).toEqual([0, expect.stringContaining('The database is written')]);
      expect(ledger.acknowledged).toBeGreaterThan(acknowledged);
      expectPrivate(backup, DATA_KEY);
      expect(readdirSync(env.DATA_DIR).filter((name) => name.startsWith('database-copy'))).toEqual([]);
      // Who made it is recorded before it is made.
      expect(readFileSync(path.join(backup, 'tables/audit.jsonl'), 'utf8')).toMatch(
        /"backup".*"Grace Hopper"/,
      );

      const elsewhere = await settingsOf('restored');
      const { code, out, err } = await runCommand('restore', ['--from', backup], elsewhere);
      expect([code, err]).toEqual([0, '']);
      expect(othersMayRead(elsewhere.DATA_DIR)).toEqual([]);
      expect(out).toMatch(/^Restored\. State of .+ 1 files\. Start the server\.$/m);
      const restored = await startTestServer({ dataDir: elsewhere.DATA_DIR, env: elsewhere });
      undo.push(() => restored.stop());
      const login = await call(restored, '/public/login', { body: { username: ADA, password: PASSWORD } });
      expect(login.status).toBe(200);
      // Who was logged in is so still.
      const saved = await savedNumber(restored, cookie);
      expect(saved).toBeGreaterThanOrEqual(acknowledged);
      expect(saved).toBeLessThanOrEqual(ledger.sent);
      expect(await attachedNames(restored, cookie)).toEqual(['card.png']);
      const files = await storedFiles(env);
      expect(files.size).toBe(1);
      expect(await storedFiles(elsewhere)).toEqual(files);
      expect(restored.output()).not.toContain('another place');
    },
  );
});

/** What in a folder is not for its owner alone. */
function othersMayRead(folder: string): readonly string[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return ['', ...names].filter((name) => (statSync(path.join(folder, name)).mode & 0o077) !== 0);
}

/** It is for its owner alone, and the key is not in it. */
function expectPrivate(backup: string, dataKey: string): void {
  const files = filesIn(backup);
  expect(files).toEqual(expect.arrayContaining(['SHA256SUMS', 'manifest.json', 'tables/student.jsonl']));
  for (const name of files) {
    expect(statSync(path.join(backup, name)).mode & 0o077).toBe(0);
    expect(readFileSync(path.join(backup, name), 'latin1')).not.toContain(dataKey);
  }
}

type Ledger = {
  /** The number of the last save that was sent, … */
  readonly sent: number;
  /** … and of the last that was answered with 200. */
  readonly acknowledged: number;
  /** Ends the saves. @throws what went wrong with one */
  stop(): Promise<void>;
};

/** Saves a number that grows, until it is stopped. @returns once ten saves were acknowledged */
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

/** Which of the saves a server has. */
async function savedNumber(server: TestServer, cookie: string): Promise<number> {
  const [key = ''] = await firstTextKeys(1);
  const response = await call(server, '/api/profile', { method: 'GET', cookie });
  const { answer }: { answer: Record<string, unknown> } = JSON.parse(await response.text());
  return Number(/^save (\d+)$/.exec(String(answer[key]))?.[1]);
}

/** Attaches a picture and waits until it is a PDF. */
async function attach(server: TestServer, cookie: string): Promise<void> {
  const { definition } = await loadQuestionnaire(compiled);
  const [key = ''] = documentKeysOf(definition);
  const signed = await call(server, '/api/presigned-url', { body: { answer_key: key }, cookie });
  const { url, fields }: { url: string; fields: Record<string, string> } = JSON.parse(await signed.text());
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  const picture = sharp({ create: { width: 40, height: 40, channels: 3, background: 'white' } });
  form.append('file', new Blob([Uint8Array.from(await picture.png().toBuffer())]), 'card.png');
  expect((await fetch(url, { method: 'POST', body: form })).status).toBe(204);
  const conversion = `/api/pdf/document-answer/${key}`;
  await call(server, conversion, { body: { file_key: fields['key'], file_name: 'card.png' }, cookie });
  for (let status = ''; status !== 'COMPLETED'; await delay(POLL_MS)) {
    const response = await call(server, conversion, { method: 'GET', cookie });
    ({ status } = JSON.parse(await response.text()));
    if (status === 'FAILED') throw new Error('The conversion failed.');
  }
}

async function attachedNames(server: TestServer, cookie: string): Promise<readonly string[]> {
  const response = await call(server, '/api/document-answer', { method: 'GET', cookie });
  const documents: Record<string, { file_name: string }> = JSON.parse(await response.text());
  return Object.values(documents).map(({ file_name: name }) => name);
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
