import { withCommas } from '#form/summary/counted.ts';

const SHOWN = 20;

export type ImportReport = ReturnType<typeof createImportReport>;

/** Collects rows that were not imported unchanged. */
export function createImportReport() {
  const refused: string[] = [];
  const left = new Map<string, number>();
  return {
    refusedCount: () => refused.length,
    leave(why: string) {
      left.set(why, (left.get(why) ?? 0) + 1);
    },
    refuse(line: number, why: string) {
      refused.push(`    line ${line}: ${why}`);
    },
    /** Returns lines for the operator. */
    lines: (): readonly string[] => [
      ...Array.from(left, ([why, count]) => `  left out, ${why}: ${withCommas(count)}`),
      ...(refused.length > 0 ? [`  refused: ${withCommas(refused.length)}`] : []),
      ...refused.slice(0, SHOWN),
      ...(refused.length > SHOWN ? [`    and ${withCommas(refused.length - SHOWN)} more`] : []),
    ],
  };
}
