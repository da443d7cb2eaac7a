import { describeMove, isDeletion } from '#form/moves/move-application.ts';
import type { Move } from '#form/moves/stored-form.ts';

/** What moves and what is deleted, and in how many drafts. */
export type MoveCounts = {
  /** Counts what becomes of one draft. */
  readonly add: (moves: readonly Move[]) => void;
  /** In how many drafts there was anything. */
  readonly touched: () => number;
  /** A line for each, the most frequent first; deletions after all else. */
  readonly lines: () => readonly string[];
};

type Counted = { readonly words: string; readonly deletes: boolean; drafts: number };

export function createMoveCounts(): MoveCounts {
  const counts = new Map<string, Counted>();
  let touched = 0;
  return {
    add(moves) {
      if (moves.length > 0) touched += 1;
      for (const [words, move] of new Map(moves.map((each) => [describeMove(each), each]))) {
        const counted = counts.get(words) ?? { words, deletes: isDeletion(move), drafts: 0 };
        counted.drafts += 1;
        counts.set(words, counted);
      }
    },
    touched: () => touched,
    lines() {
      const width = Math.max(0, ...[...counts.keys()].map((words) => words.length));
      return [...counts.values()]
        .toSorted(
          (one, other) =>
            Number(one.deletes) - Number(other.deletes) ||
            other.drafts - one.drafts ||
            one.words.localeCompare(other.words),
        )
        .map(({ words, drafts }) => `  ${words.padEnd(width)}  ${countOf(drafts, 'draft')}`);
    },
  };
}

/** A number with its noun, e.g. `1,904 drafts`. */
export function countOf(count: number, thing: string): string {
  return `${numberText(count)} ${thing}${count === 1 ? '' : 's'}`;
}

/** A number as the operator reads it, e.g. `1,904`. */
export function numberText(count: number): string {
  return count.toLocaleString('en-US');
}
