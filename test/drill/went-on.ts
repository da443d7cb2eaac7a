import { isFailure, type Measured } from './measures.ts';

/**
 * Milliseconds from a moment until saves went on: until the first that was acknowledged of those begun after it, and
 * after the last one that failed. Infinity when none was.
 *
 * @param from the moment
 * @param end what comes later belongs to something else
 */
export function wentOnAfter(calls: readonly Measured[], from: number, end: number): number {
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

/** The longest time in milliseconds between two acknowledged saves, from a moment to another. */
export function longestPause(calls: readonly Measured[], from: number, end: number): number {
  const good = calls.filter((call) => call.kind === 'save' && !isFailure(call));
  const times = good.map(({ ended }) => ended).filter((ended) => ended > from && ended < end);
  const all = [from, ...times.toSorted((one, other) => one - other), end];
  return Math.max(...all.slice(1).map((time, index) => time - (all[index] ?? time)));
}
