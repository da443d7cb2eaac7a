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

/** After the last save of a session, or so; the next one is usually seconds away. */
const KEPT_MS = 2 * 60_000;
/** Of two thousand applications that are full, or ten thousand of those of most students. */
const MOST_BYTES = 64 * 1024 * 1024;
/** What an application takes in memory in addition to its answers, and those in addition to their JSON: measured. */
const OWN_BYTES = 4 * 1024;
const TIMES_JSON = 3;

export function createLastSaves(clock: () => Date): LastSaves {
  const kept = new Map<string, OpenedAnswers>();
  let bytes = 0;
  const isKept = ({ seenAt }: OpenedAnswers): boolean => clock().getTime() - seenAt.getTime() < KEPT_MS;
  const forget = (token: string): void => {
    const opened = kept.get(token);
    if (opened) bytes -= bytesOf(opened);
    kept.delete(token);
  };
  return {
    forget,
    of(token) {
      const opened = kept.get(token);
      return opened !== undefined && isKept(opened) ? opened : undefined;
    },
    keep(token, opened) {
      // The map goes by age: what is kept now is its newest.
      forget(token);
      kept.set(token, opened);
      bytes += bytesOf(opened);
      for (const [oldest, each] of kept) {
        if (bytes <= MOST_BYTES && isKept(each)) break;
        forget(oldest);
      }
    },
  };
}

function bytesOf({ size }: OpenedAnswers): number {
  return OWN_BYTES + TIMES_JSON * size;
}
