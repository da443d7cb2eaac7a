import { monitorEventLoopDelay } from 'node:perf_hooks';
import { countWaitingJobs } from '#server/jobs/job-rows.ts';
import type { Database } from '#server/storage/database.ts';
import { engineAges } from './engine-ages.ts';
import type { Gauge } from './metrics.ts';

export type Gauges = { readonly list: readonly Gauge[]; stop(): void };

const NANOSECONDS = 1e9;

/** What is measured of the process and its queue. The event-loop delay is that since somebody last asked. */
export function createGauges(db: Database): Gauges {
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  return {
    list: [
      {
        name: 'matricula_jobs_waiting',
        help: 'Mail jobs that wait or will be retried.',
        read: () => countWaitingJobs(db),
      },
      {
        name: 'matricula_resident_memory_bytes',
        help: 'Memory of the process.',
        read: () => process.memoryUsage.rss(),
      },
      {
        name: 'matricula_heap_used_bytes',
        help: 'Memory of the process that JavaScript uses.',
        read: () => process.memoryUsage().heapUsed,
      },
      {
        name: 'matricula_event_loop_delay_p99_seconds',
        help: '99th percentile of the event-loop delay since the last scrape.',
        read() {
          const seconds = delay.percentile(99) / NANOSECONDS;
          delay.reset();
          return seconds;
        },
      },
      { name: 'matricula_uptime_seconds', help: 'Age of the process.', read: () => process.uptime() },
      ...engineAges(process.env, () => new Date()),
    ],
    stop: () => void delay.disable(),
  };
}
