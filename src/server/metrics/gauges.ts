import { monitorEventLoopDelay } from 'node:perf_hooks';
import { waitingJobs, type WaitingJobs } from '#server/jobs/job-rows.ts';
import { databaseAnswers, type Database } from '#server/database/database.ts';
import type { Gauge, Labels } from './metrics.ts';
import { readdirSync, realpathSync, statSync, readFileSync } from 'node:fs';
import type { FormDefinition } from '#form/definition/definition.ts';
import { findSoffice } from '#server/sandbox/find-soffice.ts';
import { isRecord } from '#form/definition/own-property.ts';

export type GaugeSources = {
  readonly db: Database;
  /** Connection pool of the database. */
  readonly pool: { readonly totalCount: number; readonly idleCount: number; readonly waitingCount: number };
  readonly directories: { isFirstReading(): boolean };
  /** Current delay of calls, in milliseconds. */
  readonly callDelay: { read(): number };
  /** Labels of the running build: version, partner, form, … */
  readonly build: Labels;
};

const NANOSECONDS = 1e9;

/** Help texts of all gauges, except those of {@link ENGINES}. */
const GAUGES = {
  matricula_database_up: '1 when the database answers within three seconds, else 0.',
  matricula_database_connections_used:
    'Connections to the database that a request or a job has now. The embedded database has one in all, PostgreSQL ten a server.',
  matricula_database_connections_awaited: 'Requests and jobs that wait for a connection to the database.',
  matricula_jobs_waiting:
    'Jobs that wait or will be retried, by queue: mail, convert, pdf, and what of them was given up.',
  matricula_jobs_oldest_seconds: 'How long the oldest of them has waited, by queue.',
  matricula_build_info: 'What runs, always 1: version, Node, database, partner, and the form by its hash.',
  matricula_search_index_ready: '1 once the directories of schools were read, else 0.',
  matricula_call_wait_seconds:
    'How long a call waits for the event loop and the database, by which the server refuses early.',
  process_resident_memory_bytes: 'Memory of the process.',
  process_cpu_seconds_total: 'CPU time of the process.',
  process_start_time_seconds: 'When the process started, in seconds since 1970.',
  process_open_fds: 'Open files and sockets of the process, on Linux.',
  nodejs_heap_size_used_bytes: 'Memory of the process that JavaScript uses.',
  matricula_event_loop_delay_p99_seconds: '99th percentile of the event-loop delay since the last scrape.',
} as const;

/** Creates the gauges of the process, the database and the jobs. */
export function createGauges({ build, callDelay, db, directories, pool }: GaugeSources) {
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  const byQueue = async (valueOf: (jobs: WaitingJobs) => number) =>
    (await waitingJobs(db)).map((jobs) => ({ labels: { queue: jobs.queue }, value: valueOf(jobs) }));
  const reads: Readonly<Record<keyof typeof GAUGES, Gauge['read']>> = {
    matricula_database_up: async () => Number(await databaseAnswers(db)),
    matricula_database_connections_used: () => pool.totalCount - pool.idleCount,
    matricula_database_connections_awaited: () => pool.waitingCount,
    // All servers share the queues.
    matricula_jobs_waiting: () => byQueue(({ waiting }) => waiting),
    matricula_jobs_oldest_seconds: () => byQueue(({ oldestSeconds }) => oldestSeconds),
    matricula_build_info: () => [{ labels: build, value: 1 }],
    matricula_search_index_ready: () => Number(!directories.isFirstReading()),
    matricula_call_wait_seconds: () => callDelay.read() / 1000,
    process_resident_memory_bytes: () => process.memoryUsage.rss(),
    process_cpu_seconds_total: () => (process.cpuUsage().user + process.cpuUsage().system) / 1e6,
    process_start_time_seconds: () => performance.timeOrigin / 1000,
    process_open_fds: () => readdirSync('/proc/self/fd').length,
    nodejs_heap_size_used_bytes: () => process.memoryUsage().heapUsed,
    matricula_event_loop_delay_p99_seconds() {
      const seconds = delay.percentile(99) / NANOSECONDS;
      delay.reset();
      return seconds;
    },
  };
  const meanings: Readonly<Record<string, string>> = GAUGES;
  const own = Object.entries(reads).map(([name, read]) => ({ name, help: meanings[name] ?? '', read }));
  return {
    list: [...own, ...engineAges(process.env, () => new Date())],
    stop: () => void delay.disable(),
  };
}

/** A program that reads untrusted input and needs regular updates. */
type Engine = {
  readonly metric: string;
  readonly title: string;
  /** The npm package that contains it. */
  readonly from: string;
  readonly version: string;
  /** Release date of that version. A test compares both with package.json: update them together. */
  readonly released: string;
  /** Path of an installed one used instead, if any. */
  readonly installed: (env: Env) => string | undefined;
};

type Env = Readonly<Record<string, string | undefined>>;

export const ENGINES: readonly Engine[] = [
  {
    metric: 'matricula_chromium_age_seconds',
    title: 'Chromium',
    from: '@sparticuz/chromium',
    version: '153.0.0',
    released: '2026-09-11',
    installed: (env) => env['CHROMIUM_PATH'],
  },
  {
    metric: 'matricula_libreoffice_age_seconds',
    title: 'LibreOffice',
    from: '@matbee/libreoffice-converter',
    version: '2.7.2',
    released: '2026-07-22',
    installed: findSoffice,
  },
];

/** Returns age gauges of Chromium and LibreOffice. An installed one is as old as its file. */
export function engineAges(env: Env, now: () => Date): readonly Gauge[] {
  return ENGINES.map(({ metric, title, released, installed }) => ({
    name: metric,
    help: `Age of the ${title} in use. Update it after 45 days.`,
    read() {
      const file = installed(env);
      const since = file ? statSync(realpathSync(file)).mtime : new Date(released);
      return Math.round((now().getTime() - since.getTime()) / 1000);
    },
  }));
}

type Settings = { readonly partner: string; readonly databaseUrl: string | undefined };

/** Returns labels that identify the running version after a deploy. */
export function buildLabels(
  { partner, databaseUrl }: Settings,
  { definition }: { readonly definition: Pick<FormDefinition, 'hash'> },
): Labels {
  return {
    version: versionOfProject(),
    node: process.version,
    database: databaseUrl === undefined ? 'embedded' : 'postgres',
    partner,
    form: definition.hash,
  };
}

function versionOfProject(): string {
  const content: unknown = JSON.parse(
    readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'),
  );
  return isRecord(content) ? String(content['version']) : '';
}
