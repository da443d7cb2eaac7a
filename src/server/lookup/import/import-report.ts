const SHOWN = 20;

/** What became of the rows of a file. */
export interface ImportReport {
  readonly taken: number;
  readonly refused: number;
  take(): void;
  /** A school that is taken, but whose state will not be understood where codes are. */
  doubtState(line: number, state: string): void;
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
  let doubted = 0;
  let firstDoubt = '';
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
    doubtState(line, state) {
      doubted += 1;
      if (doubted === 1) firstDoubt = `line ${line} ("${state.slice(0, 40)}")`;
    },
    leave(why) {
      left.set(why, (left.get(why) ?? 0) + 1);
    },
    refuse(line, why) {
      refusedCount += 1;
      if (refused.length < SHOWN) refused.push(`  line ${line}: ${why}`);
    },
    lines: () => [
      ...Array.from(left, ([why, count]) => `  left out, ${why}: ${numberedRows(count)}`),
      ...(doubted > 0
        ? [
            `  imported, though the state is not a code of two letters: ${numberedRows(doubted)}, the first in ${firstDoubt}`,
          ]
        : []),
      ...(refusedCount > 0 ? [`  refused: ${numberedRows(refusedCount)}`] : []),
      ...refused.map((line) => `  ${line}`),
      ...(refusedCount > SHOWN ? [`    and ${numberedRows(refusedCount - SHOWN)} more`] : []),
    ],
  };
}

/** `1 school`, `1,200 schools`. */
export function countedRows(count: number, thing: string): string {
  return `${numberedRows(count)} ${thing}${count === 1 ? '' : 's'}`;
}

/** With a comma between the thousands. */
export function numberedRows(count: number): string {
  return count.toLocaleString('en-US');
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
