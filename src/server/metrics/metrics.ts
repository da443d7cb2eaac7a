/** What a counter is split by, e.g. `{ route: '/api/answer', status: '2xx' }`. */
type Labels = Readonly<Record<string, string>>;

/** A metric that is measured when it is scraped. */
export type Gauge = {
  readonly name: string;
  readonly help: string;
  readonly read: () => number | Promise<number>;
};

export interface Metrics {
  /** Adds one to a counter of {@link COUNTERS}. */
  count(name: CounterName, labels?: Labels): void;
  /** All metrics in the text format 0.0.4 of Prometheus. A gauge that cannot be read is left out. */
  render(gauges: readonly Gauge[]): Promise<string>;
}

export const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

/** Every counter with its meaning; all of them count from the start of the process. */
export const COUNTERS = {
  matricula_requests_total: 'Answered requests by method, route and class of the status.',
  matricula_throttled_total: 'Requests refused because there were too many (429), by route.',
  matricula_events_total: 'Events of the audit trail by kind and result: log-ins, sign-ups, submits, …',
  matricula_saves_total: 'Acknowledged saves of answers.',
  matricula_mails_total: 'Mails by result: sent, or failed and tried again.',
} as const;

type CounterName = keyof typeof COUNTERS;

export function createMetrics(): Metrics {
  const counters = new Map<string, Map<string, number>>();
  return {
    count(name, labels = {}) {
      const series = counters.get(name) ?? new Map<string, number>();
      const key = labelText(labels);
      series.set(key, (series.get(key) ?? 0) + 1);
      counters.set(name, series);
    },
    async render(gauges) {
      const counted = Object.entries(COUNTERS).map(([name, help]) => {
        const series = [...(counters.get(name) ?? [])];
        return [
          ...head(name, help, 'counter'),
          ...series.map(([labels, value]) => `${name}${labels} ${value}`),
        ];
      });
      const measured = await Promise.all(gauges.map(renderGauge));
      return `${[...counted, ...measured].flat().join('\n')}\n`;
    },
  };
}

async function renderGauge({ name, help, read }: Gauge): Promise<string[]> {
  try {
    return [...head(name, help, 'gauge'), `${name} ${await read()}`];
  } catch {
    // The database may be unavailable just when the other metrics matter most.
    return [];
  }
}

function head(name: string, help: string, type: 'counter' | 'gauge'): string[] {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`];
}

function labelText(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escape(value)}"`);
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}

function escape(value: string): string {
  return value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}
