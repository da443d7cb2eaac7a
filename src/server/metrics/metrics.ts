import { setTimeout as delay } from 'node:timers/promises';

/** A metric measured when scraped. */
export type Gauge = {
  readonly name: string;
  readonly help: string;
  /** Its value, or one per set of labels. */
  readonly read: () => Reading | Promise<Reading>;
};

type Reading = number | readonly { readonly labels: Labels; readonly value: number }[];

export type Metrics = ReturnType<typeof createMetrics>;

/** Help texts of all counters. They count from the start of the process. */
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
  matricula_unexpected_failures_total: 'Requests answered with 500, by route: each is a bug.',
  matricula_refused_early_total:
    'Calls refused because calls wait for the server, by kind: look-ups first, then visits, then work.',
  matricula_log_lines_dropped_total: 'Lines of the log that could not be written.',
  matricula_mails_total: 'Mails by result: sent, or failed and tried again.',
  matricula_mail_failures_total:
    'Mails that failed, by reason: connection, tls, login, address, refused, other.',
} as const;

type CounterName = keyof typeof COUNTERS;

/** Shorter than Prometheus's scrape timeout. */
const READ_WITHIN_MS = 5000;

export function createMetrics(readWithinMs: number = READ_WITHIN_MS) {
  const counters = new Map<string, Map<string, number>>();
  const durations = createHistogram();
  const added: Gauge[] = [];
  return {
    /** Adds a gauge to all renderings. */
    addGauge: (gauge: Gauge) => void added.push(gauge),
    /** Increments a counter of {@link COUNTERS}. */
    count(name: CounterName, labels: Labels = {}): void {
      const series = counters.get(name) ?? new Map<string, number>();
      const key = labelText(labels);
      series.set(key, (series.get(key) ?? 0) + 1);
      counters.set(name, series);
    },
    /** Adds the duration of a request. */
    observe: durations.observe,
    /** Renders all metrics in Prometheus's text format 0.0.4, without failed or late gauges. */
    async render(gauges: readonly Gauge[]): Promise<string> {
      const counted = Object.entries(COUNTERS).map(([name, help]) => {
        const series = [...(counters.get(name) ?? [])];
        return [
          ...head(name, help, 'counter'),
          ...series.map(([labels, value]) => `${name}${labels} ${value}`),
        ];
      });
      const measured = await Promise.all(
        [...gauges, ...added].map((gauge) => renderGauge(gauge, readWithinMs)),
      );
      return `${[...counted, durations.render(), ...measured].flat().join('\n')}\n`;
    },
  };
}

async function renderGauge({ name, help, read }: Gauge, withinMs: number): Promise<readonly string[]> {
  try {
    const reading = await Promise.race([read(), delay(withinMs, undefined, { ref: false })]);
    if (reading === undefined) return [];
    const values = typeof reading === 'number' ? [{ labels: {}, value: reading }] : reading;
    return [
      ...head(name, help, name.endsWith('_total') ? 'counter' : 'gauge'),
      ...values.map(({ labels, value }) => figureLine(name, labels, value)),
    ];
  } catch {
    return [];
  }
}

const HISTOGRAM = 'matricula_request_duration_seconds';

/** Upper bounds in seconds. 0.3 is the limit of a save; a statement ends after 5. */
const BOUNDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.2, 0.3, 0.5, 1, 2.5, 5, 10] as const;

/** `buckets` has one per bound, and one for longer times. */
type Series = { readonly labels: Labels; readonly buckets: number[]; sum: number };

/** Collects the durations of requests by their labels. */
function createHistogram() {
  const histogram = new Map<string, Series>();
  return {
    observe: (seconds: number, labels: Labels): void => {
      const key = labelText(labels);
      const series = histogram.get(key) ?? { labels, buckets: Array(BOUNDS.length + 1).fill(0), sum: 0 };
      const found = BOUNDS.findIndex((bound) => seconds <= bound);
      const bucket = found < 0 ? BOUNDS.length : found;
      series.buckets[bucket] = (series.buckets[bucket] ?? 0) + 1;
      series.sum += seconds;
      histogram.set(key, series);
    },
    /** Renders the text format: each bucket includes those below it. */
    render: (): readonly string[] => [
      ...head(HISTOGRAM, 'Seconds from a request to its answer, by method and route.', 'histogram'),
      ...[...histogram.values()].flatMap(seriesLines),
    ],
  };
}

function seriesLines({ labels, buckets, sum }: Series): readonly string[] {
  let count = 0;
  const lines = buckets.map((inBucket, index) => {
    count += inBucket;
    return figureLine(`${HISTOGRAM}_bucket`, { ...labels, le: String(BOUNDS[index] ?? '+Inf') }, count);
  });
  return [
    ...lines,
    figureLine(`${HISTOGRAM}_sum`, labels, sum),
    figureLine(`${HISTOGRAM}_count`, labels, count),
  ];
}

/** Labels of a metric, e.g. `{ route: '/api/answer', status: '2xx' }`. */
export type Labels = Readonly<Record<string, string>>;

export const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

/** Returns the header lines of a metric. */
function head(name: string, help: string, type: 'counter' | 'gauge' | 'histogram'): readonly string[] {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`];
}

/** Returns the line of a value. */
function figureLine(name: string, labels: Labels, value: number): string {
  return `${name}${labelText(labels)} ${value}`;
}

function labelText(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escape(value)}"`);
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}

function escape(value: string): string {
  return value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}
