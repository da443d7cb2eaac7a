import { withCommas } from '#form/summary/counted.ts';

const SHOWN = 20;

export type ImportReport = ReturnType<typeof createImportReport>;

/** Collects rows that were not imported unchanged. */
export function createImportReport() {
  const refused: string[] = [];
  const left = new Map<string, number>();
  const doubts: string[] = [];
  return {
    refusedCount: () => refused.length,
    /** Notes an imported school whose state is not a two-letter code. */
    doubtState(line: number, state: string) {
      doubts.push(`line ${line} ("${state.slice(0, 40)}")`);
    },
    leave(why: string) {
      left.set(why, (left.get(why) ?? 0) + 1);
    },
    refuse(line: number, why: string) {
      refused.push(`    line ${line}: ${why}`);
    },
    /** Returns lines for the operator. */
    lines: (): readonly string[] => [
      ...Array.from(left, ([why, count]) => `  left out, ${why}: ${withCommas(count)}`),
      ...doubts
        .slice(0, 1)
        .map(
          (first) =>
            `  imported, though the state is not a code of two letters: ${withCommas(doubts.length)}, the first in ${first}`,
        ),
      ...(refused.length > 0 ? [`  refused: ${withCommas(refused.length)}`] : []),
      ...refused.slice(0, SHOWN),
      ...(refused.length > SHOWN ? [`    and ${withCommas(refused.length - SHOWN)} more`] : []),
    ],
  };
}
