import { withCommas } from '#form/summary/counted.ts';

const SHOWN = 20;

export type ImportReport = ReturnType<typeof createImportReport>;

/** Collects what became of the rows of a file that were not taken as they are. */
export function createImportReport() {
  const refused: string[] = [];
  const left = new Map<string, number>();
  const doubts: string[] = [];
  return {
    refusedCount: () => refused.length,
    /** Notes a school that is taken, but whose state will not be understood where codes are. */
    doubtState(line: number, state: string) {
      doubts.push(`line ${line} ("${state.slice(0, 40)}")`);
    },
    leave(why: string) {
      left.set(why, (left.get(why) ?? 0) + 1);
    },
    refuse(line: number, why: string) {
      refused.push(`    line ${line}: ${why}`);
    },
    /** For the operator, a line each. */
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

/** An import cannot be done, or the file is not what it should be; the message is a sentence for the operator. */
export class ImportError extends Error {
  constructor(message: string) {
    super(printableCell(message));
    this.name = 'ImportError';
  }
}

/** A file may hold anything: its control characters must not reach the operator's terminal. */
export function printableCell(text: string): string {
  return text.replaceAll(/(?!\n)\p{Cc}/gu, '\uFFFD');
}
