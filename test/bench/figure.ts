/** A measured value, with baselines from the same run. */
export type Figure = {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  readonly baselines: readonly { readonly name: string; readonly value: number }[];
  /** Target in the same unit, or as a multiple of the first baseline. */
  readonly target?:
    | { readonly kind: 'atMost' | 'atLeast'; readonly limit: number }
    | { readonly kind: 'timesAtMost' | 'timesAtLeast'; readonly limit: number };
};

/** Runs parts sequentially. @returns their figures, and the names of parts that threw, whose errors are printed */
export async function runParts(parts: Readonly<Record<string, () => Promise<readonly Figure[]>>>) {
  const figures: Figure[] = [];
  const faults: string[] = [];
  for (const [name, run] of Object.entries(parts)) {
    console.log(`Measuring: ${name} …`);
    try {
      figures.push(...(await run()));
    } catch (error) {
      console.error(error);
      faults.push(name);
    }
  }
  return { figures, faults };
}

/** Whether the target is met; undefined without one. */
export function meetsTarget({ value, baselines, target }: Figure): boolean | undefined {
  if (!target) return undefined;
  const ratio = value / (baselines[0]?.value ?? Number.NaN);
  const compared = target.kind.startsWith('times') ? ratio : value;
  return target.kind.endsWith('AtMost') || target.kind === 'atMost'
    ? compared <= target.limit
    : compared >= target.limit;
}

/** Formats figures as a table: name, value, baselines, target, pass or fail; then failed parts. */
export function formatFigures(figures: readonly Figure[], faults: readonly string[]): string {
  const measured = figures.map((figure) => [
    figure.name,
    amount(figure.value, figure.unit),
    figure.baselines.map(({ name, value }) => `${name} ${amount(value, figure.unit)}`).join(', '),
    targetInWords(figure),
    { true: 'pass', false: 'FAIL', undefined: '' }[String(meetsTarget(figure))] ?? '',
  ]);
  const rows = [...measured, ...faults.map((part) => [`all of ${part}`, 'error', '', '', 'FAIL'])];
  const header = ['what', 'here', 'beside', 'target', ''];
  const widths = header.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (row: readonly string[]): string =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd();
  return [header, widths.map((width) => '-'.repeat(width)), ...rows].map(line).join('\n');
}

function amount(value: number, unit: Figure['unit']): string {
  const digits = value >= 100 ? 0 : value >= 10 ? 1 : 2;
  return `${value.toFixed(digits)} ${unit}`;
}

function targetInWords({ value, unit, baselines, target }: Figure): string {
  if (!target) return '';
  const isMost = target.kind === 'atMost' || target.kind === 'timesAtMost';
  const sign = isMost ? '≤' : '≥';
  if (target.kind === 'atMost' || target.kind === 'atLeast') return `${sign} ${target.limit} ${unit}`;
  const ratio = value / (baselines[0]?.value ?? Number.NaN);
  return `${sign} ${target.limit} × ${baselines[0]?.name} (is ${ratio.toFixed(2)})`;
}
