const SHOWN = 20;

/** What became of the rows of a file. */
export interface ImportReport {
  readonly taken: number;
  readonly refused: number;
  take(): void;
  leave(why: string): void;
  refuse(line: number, why: string): void;
  /** For the operator, a line each. */
  lines(): readonly string[];
}

export function createImportReport(): ImportReport {
  let taken = 0;
  const left = new Map<string, number>();
  const refused: string[] = [];
  let refusedCount = 0;
  return {
    get taken() {
      return taken;
    },
    get refused() {
      return refusedCount;
    },
    take() {
      taken += 1;
    },
    leave(why) {
      left.set(why, (left.get(why) ?? 0) + 1);
    },
    refuse(line, why) {
      refusedCount += 1;
      if (refused.length < SHOWN) refused.push(`  line ${line}: ${why}`);
    },
    lines: () => [
      ...Array.from(left, ([why, count]) => `  left out, ${why}: ${numbered(count)}`),
      ...(refusedCount > 0 ? [`  refused: ${numbered(refusedCount)}`] : []),
      ...refused.map((line) => `  ${line}`),
      ...(refusedCount > SHOWN ? [`    and ${numbered(refusedCount - SHOWN)} more`] : []),
    ],
  };
}

/** `1 school`, `1,200 schools`. */
export function counted(count: number, thing: string): string {
  return `${numbered(count)} ${thing}${count === 1 ? '' : 's'}`;
}

/** With a comma between the thousands. */
export function numbered(count: number): string {
  return count.toLocaleString('en-US');
}
