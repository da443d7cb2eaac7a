import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { openStorage, type Storage } from '../../src/server/database/database.ts';
import { readForm } from '../support/compiled-form.ts';
import { completeState } from '../support/complete-state.ts';
import { startTestServer, type TestServer, USUAL_SERVER } from '../support/test-server.ts';
import { type BenchStudent, seedStudents } from './bench-students.ts';
import type { Figure } from './figure.ts';
import { onDatabases } from './on-databases.ts';
import { saveAtFixedRate } from './steady-saves.ts';

const APPLICATIONS = 1000;
/** Students who save: the maximum concurrency from one address. */
const SAVING = 300;
const SECONDS = 20;
const KILOBYTE = 1000;

/**
 * Measures resource needs per database: node memory, CPU and log volume per save, and storage per complete
 * application.
 */
export function benchSize(): Promise<readonly Figure[]> {
  return onDatabases(sizeOnDatabase);
}

async function sizeOnDatabase(name: string, databaseUrl: string | undefined): Promise<readonly Figure[]> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'matricula-bench-'));
  const storage = { dataDir, databaseUrl };
  const figure = (what: string, value: number, unit: Figure['unit']): Figure => ({
    name: `${what}, ${name}`,
    value,
    unit,
    baselines: [],
  });
  try {
    const empty = await withStorage(storage, databaseBytes);
    const answers = completeState(readForm()).answers;
    const students = await seedStudents(storage, APPLICATIONS, answers);
    const full = await withStorage(storage, databaseBytes);
    const save = await costOfSaves(storage, students.slice(0, SAVING));
    return [
      figure('room of an application', (full - empty) / APPLICATIONS / KILOBYTE, 'kB'),
      figure('memory of a node at work', save.memory, 'MB'),
      figure('processor time of the node per save', save.node, 'ms'),
      ...(databaseUrl ? [figure('processor time of the database per save', save.database, 'ms')] : []),
      figure('log of changes per save', save.changes / KILOBYTE, 'kB'),
      figure('log of the server per save', save.log / KILOBYTE, 'kB'),
    ];
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Per save: CPU milliseconds and log bytes; also the node's memory in MB. */
type CostOfSave = {
  readonly node: number;
  readonly database: number;
  readonly changes: number;
  readonly log: number;
  readonly memory: number;
};

type StorageAt = { readonly dataDir: string; readonly databaseUrl: string | undefined };

async function costOfSaves(storage: StorageAt, students: readonly BenchStudent[]): Promise<CostOfSave> {
  const { dataDir, databaseUrl } = storage;
  const env = databaseUrl ? { DATABASE_URL: databaseUrl } : {};
  const changesBefore = await withStorage(storage, changeBytes);
  const server = await startTestServer({ dataDir, env, command: USUAL_SERVER });
  try {
    await saveAtFixedRate(server.url, students, 2);
    const before = await timesOf(server, storage);
    const saves = await saveAtFixedRate(server.url, students, SECONDS);
    const after = await timesOf(server, storage);
    const status = readFileSync(`/proc/${server.pid}/status`, 'utf8');
    const memory = Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1]) / 1024;
    await server.stop();
    const count = saves.length;
    const changes = (await withStorage(storage, changeBytes)) - changesBefore;
    return {
      node: ((after.node - before.node) * 1000) / count,
      database: ((after.database - before.database) * 1000) / count,
      changes: changes / count,
      log: (after.log - before.log) / count,
      memory,
    };
  } finally {
    await server.stop();
  }
}

async function timesOf(server: TestServer, { databaseUrl, dataDir }: StorageAt) {
  const node = processorSecondsOf([server.pid]);
  const log = Buffer.byteLength(server.output());
  if (!databaseUrl) return { node, log, database: 0 };
  const database = await withStorage({ databaseUrl, dataDir }, async ({ db }) => {
    const { rows } = await sql<{ pid: number }>`select pid from pg_stat_activity`.execute(db);
    return processorSecondsOf(rows.map(({ pid }) => pid));
  });
  return { node, log, database };
}

async function withStorage<Result>(
  { dataDir, databaseUrl }: StorageAt,
  work: (storage: Storage) => Promise<Result>,
): Promise<Result> {
  const storage = await openStorage({ dataDir, ...(databaseUrl && { databaseUrl }) });
  try {
    return await work(storage);
  } finally {
    await storage.close();
  }
}

async function databaseBytes({ db }: Storage): Promise<number> {
  const { rows } = await sql<{ bytes: string }>`
    select pg_database_size(current_database()) as bytes`.execute(db);
  return Number(rows[0]?.bytes);
}

/** Returns the end of the database's write-ahead log, in bytes. */
async function changeBytes({ db }: Storage): Promise<number> {
  const { rows } = await sql<{ bytes: string }>`
    select pg_current_wal_insert_lsn() - '0/0'::pg_lsn as bytes`.execute(db);
  return Number(rows[0]?.bytes);
}

/** Kernel clock ticks, the same on every Linux that Node supports. */
const TICKS_PER_SECOND = 100;
/** Indexes of user and kernel time in `proc(5)`, counted after the program name. */
const [USER, KERNEL] = [11, 12];

/** Returns the CPU seconds used by running processes since their start; ended ones count 0. */
function processorSecondsOf(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => sum + secondsOf(pid), 0);
}

function secondsOf(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[USER]) + Number(fields[KERNEL])) / TICKS_PER_SECOND;
  } catch {
    return 0;
  }
}
