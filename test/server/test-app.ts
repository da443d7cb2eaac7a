import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Writable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { afterAll } from 'vitest';
import { createAuditTrail } from '#server/audit/audit-trail.ts';
import { buildApp } from '#server/start/app.ts';
import type { AppOptions } from '#server/start/core-services.ts';
import type { Mail } from '#server/mail/send-mail.ts';
import { systemRandomness } from '#server/http/secret-token.ts';
import type { Storage } from '#server/database/database.ts';
import { createDiskFiles, UPLOAD_PATH, type DiskFiles } from '#server/files/disk-files.ts';
import { secretOf } from '#server/database/server-secret.ts';
import { createSteadyClock } from '#server/settings/steady-clock.ts';
import type { JobQueue } from '#server/jobs/jobs.ts';
import { createWaitingJobs, type WaitingJobs } from './waiting-jobs.ts';
import { cheapHasher } from './cheap-hasher.ts';
import { openEmbeddedInMemory } from './test-storage.ts';
import { toyQuestionnaire } from './toy-questionnaire.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** The real application and database, with a fake clock, mailbox and job queue. */
export type TestApp = {
  readonly app: FastifyInstance;
  readonly storage: Storage;
  /** Sent mails, oldest first. */
  readonly mails: Mail[];
  /** Pending mail jobs. */
  readonly jobs: WaitingJobs['mails'];
  /** Log lines. */
  readonly logged: string[];
  /** Runs the pending mail jobs. */
  runJobs(): Promise<void>;
  /** The documents, in a temporary folder. */
  readonly files: DiskFiles;
  readonly folder: string;
  /** The application's job queue. */
  readonly queue: JobQueue;
  /** The queues of file jobs. */
  readonly fileJobs: WaitingJobs['files'];
  now(): Date;
  /** Passes milliseconds. */
  pass(milliseconds: number): void;
  /** Sets the clock forward or back; no time passes. */
  setClock(milliseconds: number): void;
  close(): Promise<void>;
};

/** The default result of conversions. */
export const CONVERTED = {
  kind: 'done',
  document: Buffer.from('%PDF-1.7 converted'),
  pages: 2,
  thumbnail: Buffer.from('a small picture'),
} as const;

export const ORIGIN = 'http://localhost:3000';

export type TestAppOptions = Partial<AppOptions> & { readonly storage?: Storage };

/** Creates the application of a suite while it is collected, and closes it after the suite. */
export async function openTestApp(options?: TestAppOptions): Promise<TestApp> {
  const server = await createTestApp(options);
  afterAll(() => server.close());
  return server;
}

/** Creates another application of a suite, on the database of the first. */
export async function openOtherApp({ storage }: TestApp, options?: Partial<AppOptions>): Promise<TestApp> {
  const other = await createTestApp({ storage, ...options });
  afterAll(() => other.app.close());
  return other;
}

export async function createTestApp({ storage: given, ...deps }: TestAppOptions = {}): Promise<TestApp> {
  const storage = given ?? (await openEmbeddedInMemory());
  const mails: Mail[] = [];
  const logged: string[] = [];
  const queue = createWaitingJobs();
  let now = new Date('2026-03-01T12:00:00Z');
  let passed = 0;
  const steadyClock = createSteadyClock({ wall: () => now.getTime(), monotonic: () => passed });
  const folder = mkdtempSync(path.join(tmpdir(), 'documents-'));
  const files = createDiskFiles({
    folder,
    secret: deps.secret ?? secretOf(randomBytes(32)),
    uploadUrl: () => ORIGIN + UPLOAD_PATH,
    clock: () => now,
  });
  const app = await buildApp({
    config: { partner: 'toy', cookiePrefix: 'toy', trustProxy: false },
    publicOrigin: () => ORIGIN,
    db: storage.db,
    jobs: queue.queue,
    files,
    clock: () => now,
    steadyClock: deps.clock ?? steadyClock,
    random: systemRandomness,
    hasher: cheapHasher,
    sendMail: async (mail) => void mails.push(mail),
    convert: async () => CONVERTED,
    questionnaire: toyQuestionnaire(),
    staticFolder: path.join(root, 'test/server/client-stand-in'),
    apiFolder: path.join(root, 'schemas/api'),
    logger: { level: 'debug', stream: collectLines(logged) },
    ...deps,
  });
  return {
    app,
    storage,
    mails,
    logged,
    jobs: queue.mails,
    runJobs: queue.runMails,
    files,
    folder,
    queue: queue.queue,
    fileJobs: queue.files,
    now: () => now,
    pass: (milliseconds) => {
      passed += milliseconds;
      now = new Date(now.getTime() + milliseconds);
    },
    setClock: (milliseconds) => {
      now = new Date(now.getTime() + milliseconds);
    },
    close: async () => {
      await app.close();
      await storage.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** What the operator's commands use of a test server. */
export function operatorServices({ files, now: clock, storage: { db } }: TestApp) {
  const links = { partner: 'toy', publicOrigin: () => ORIGIN, random: systemRandomness };
  const audit = createAuditTrail(db, clock);
  return { ...links, audit, clock, db, files, dataDir: '', questionnaire: toyQuestionnaire() };
}

function collectLines(lines: string[]): Writable {
  return new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(chunk.toString());
      done();
    },
  });
}
