import type { OpenedAnswers } from '#server/student-tables/save-statements.ts';

/**
 * What the last save of each session left, so that the next one need not read it. It may be out of date at any time:
 * who uses it writes only if the database still has this version, and this session.
 */
export type LastSaves = {
  of(token: string): OpenedAnswers | undefined;
  keep(token: string, opened: OpenedAnswers): void;
  forget(token: string): void;
};

/** About 30 kB each, for an application that is full. */
const MOST = 500;

/** @param isFresh false for what need not be kept any longer */
export function createLastSaves(isFresh: (opened: OpenedAnswers) => boolean): LastSaves {
  const kept = new Map<string, OpenedAnswers>();
  return {
    of(token) {
      const opened = kept.get(token);
      return opened !== undefined && isFresh(opened) ? opened : undefined;
    },
    keep(token, opened) {
      // The map goes by age: what is kept now is its newest.
      kept.delete(token);
      kept.set(token, opened);
      for (const [oldest, each] of kept) {
        if (kept.size <= MOST && isFresh(each)) break;
        kept.delete(oldest);
      }
    },
    forget: (token) => void kept.delete(token),
  };
}
