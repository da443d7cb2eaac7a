import { createHistograms, type HistogramName } from './histograms.ts';
import { figureLine, head, labelText, type Labels } from './text-format.ts';

/** A figure that is measured when it is scraped. */
export type Gauge = {
  readonly name: string;
  readonly help: string;
  /** Its value, or one for each of what it is split by. */
  readonly read: () => Reading | Promise<Reading>;
};

type Reading = number | readonly { readonly labels: Labels; readonly value: number }[];

export interface Metrics {
  /** Adds one to a counter of {@link COUNTERS}. */
  count(name: CounterName, labels?: Labels): void;
  /** Adds what took so long to a histogram. */
  observe(name: HistogramName, seconds: number, labels: Labels): void;
  /**
   * All figures in the text format 0.0.4 of Prometheus. A gauge that cannot be read, or not in time, is left out: the
   * database may be unavailable just when the other figures matter most.
   */
  render(gauges: readonly Gauge[]): Promise<string>;
}

/** Every counter with its meaning; all of them count from the start of the process. */
export const COUNTERS = {
  matricula_requests_total: 'Answered requests by method, route and class of the status.',
  matricula_throttled_total: 'Requests refused because there were too many (429), by route.',
  matricula_events_total: 'Events of the audit trail by kind and result: log-ins, sign-ups, submits, …',
  matricula_saves_total: 'Acknowledged saves of answers.',
  matricula_faults_total: 'Faults in the background by what was done: a job, a connection, a sweep, …',
  matricula_file_faults_total:
    'Faults of the bucket, or of the disk with the files, by what was asked of it: read, write, remove, …',
  matricula_unavailable_total:
    'Requests that could not be answered because something around the server was full, damaged or unavailable.',
  matricula_refused_early_total:
    'Calls refused because calls wait for the server, by kind: look-ups first, then visits, then work.',
  matricula_log_lines_dropped_total: 'Lines of the log that could not be written.',
  matricula_mails_total: 'Mails by result: sent, or failed and tried again.',
  matricula_mail_failures_total:
    'Mails that failed, by reason: connection, tls, login, address, refused, other.',
} as const;

type CounterName = keyof typeof COUNTERS;

/** Less than Prometheus waits for all figures. */
const READ_WITHIN_MS = 5000;

/** @param readWithinMs after which a gauge is left out */
export function createMetrics(readWithinMs: number = READ_WITHIN_MS): Metrics {
  const counters = new Map<string, Map<string, number>>();
  const histograms = createHistograms();
  return {
    count(name, labels = {}) {
      const series = counters.get(name) ?? new Map<string, number>();
      const key = labelText(labels);
      series.set(key, (series.get(key) ?? 0) + 1);
      counters.set(name, series);
    },
    observe: histograms.observe,
    async render(gauges) {
      const counted = Object.entries(COUNTERS).map(([name, help]) => {
        const series = [...(counters.get(name) ?? [])];
        return [
          ...head(name, help, 'counter'),
          ...series.map(([labels, value]) => `${name}${labels} ${value}`),
        ];
      });
      const measured = await Promise.all(gauges.map((gauge) => renderGauge(gauge, readWithinMs)));
      return `${[...counted, histograms.render(), ...measured].flat().join('\n')}\n`;
    },
  };
}

async function renderGauge({ name, help, read }: Gauge, withinMs: number): Promise<readonly string[]> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(`${name} is late`)), withinMs);
  try {
    const reading = await Promise.race([read(), late.promise]);
    const values = typeof reading === 'number' ? [{ labels: {}, value: reading }] : reading;
    return [
      ...head(name, help, 'gauge'),
      ...values.map(({ labels, value }) => figureLine(name, labels, value)),
    ];
  } catch {
    return [];
  } finally {
    clearTimeout(timer);
  }
}
