import { isFailure, type Measured } from './measures.ts';

/**
 * Returns the milliseconds until saves recovered: the first acknowledged save that began after both the moment and the
 * last failure. Infinity if there is none.
 *
 * @param from the moment
 * @param end start of the next fault
 */
export function recoveryTime(calls: readonly Measured[], from: number, end: number): number {
  const saves = calls.filter(({ kind, begun, ended }) => kind === 'save' && begun < end && ended >= from);
  const failures = saves.filter((save) => isFailure(save) && save.ended < end);
  const lastFailure = Math.max(from, ...failures.map(({ ended }) => ended));
  const good = saves.filter((save) => !isFailure(save));
  const first = (since: number): number =>
    Math.min(...good.filter(({ begun }) => begun >= since).map(({ ended }) => ended));
  const afterFailure = Math.min(
    ...good.filter(({ ended }) => ended >= lastFailure).map(({ ended }) => ended),
  );
  return Math.max(first(from), afterFailure) - from;
}

/** Returns the longest gap between acknowledged saves, in milliseconds. */
export function longestPause(calls: readonly Measured[], from: number, end: number): number {
  const good = calls.filter((call) => call.kind === 'save' && !isFailure(call));
  const times = good.map(({ ended }) => ended).filter((ended) => ended > from && ended < end);
  const all = [from, ...times.toSorted((one, other) => one - other), end];
  return Math.max(...all.slice(1).map((time, index) => time - (all[index] ?? time)));
}
