/** What a figure is split by, e.g. `{ route: '/api/answer', status: '2xx' }`. */
export type Labels = Readonly<Record<string, string>>;

export const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

/** What comes before the lines of a figure. */
export function head(name: string, help: string, type: 'counter' | 'gauge' | 'histogram'): readonly string[] {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`];
}

/** A figure as a line. */
export function figureLine(name: string, labels: Labels, value: number): string {
  return `${name}${labelText(labels)} ${value}`;
}

export function labelText(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escape(value)}"`);
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}

function escape(value: string): string {
  return value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}
