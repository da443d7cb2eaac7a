import { figureLine, head, type Labels } from './text-format.ts';

/** Every histogram with its meaning. */
const HISTOGRAMS = {
  matricula_request_duration_seconds: 'Seconds from a request to its answer, by method and route.',
} as const;

export type HistogramName = keyof typeof HISTOGRAMS;

/** Upper bounds in seconds. 0.3 is what a save may take; a statement ends after 5. */
const BOUNDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.2, 0.3, 0.5, 1, 2.5, 5, 10] as const;

/** One for each bound, and one for what took longer. */
type Series = { readonly labels: Labels; readonly buckets: number[]; sum: number };

export type Histograms = {
  readonly observe: (name: HistogramName, seconds: number, labels: Labels) => void;
  /** Lines of the text format: each bucket counts those below it too, as Prometheus has it. */
  render(): readonly string[];
};

export function createHistograms(): Histograms {
  const histograms = new Map<string, Map<string, Series>>();
  return {
    observe(name, seconds, labels) {
      const all = histograms.get(name) ?? new Map<string, Series>();
      const key = Object.values(labels).join(' ');
      const series = all.get(key) ?? { labels, buckets: Array(BOUNDS.length + 1).fill(0), sum: 0 };
      const found = BOUNDS.findIndex((bound) => seconds <= bound);
      const bucket = found < 0 ? BOUNDS.length : found;
      series.buckets[bucket] = (series.buckets[bucket] ?? 0) + 1;
      series.sum += seconds;
      all.set(key, series);
      histograms.set(name, all);
    },
    render: () =>
      Object.entries(HISTOGRAMS).flatMap(([name, help]) => [
        ...head(name, help, 'histogram'),
        ...[...(histograms.get(name)?.values() ?? [])].flatMap((series) => seriesLines(name, series)),
      ]),
  };
}

function seriesLines(name: string, { labels, buckets, sum }: Series): readonly string[] {
  let count = 0;
  const lines = buckets.map((inBucket, index) => {
    count += inBucket;
    return figureLine(`${name}_bucket`, { ...labels, le: String(BOUNDS[index] ?? '+Inf') }, count);
  });
  return [...lines, figureLine(`${name}_sum`, labels, sum), figureLine(`${name}_count`, labels, count)];
}
