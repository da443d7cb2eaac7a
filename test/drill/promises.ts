import { checkStudents, type Counts, type Evidence, none, type PromiseResult } from './check-students.ts';
import type { Fault } from './faults.ts';
import { isFailure, type Measured, type Measures } from './measures.ts';
import type { Stage } from './stage/stage.ts';

/** A fault with its beginning, end, and the beginning of the next; milliseconds since the start. */
export type StruckFault = {
  readonly fault: Fault;
  readonly begun: number;
  readonly ended: number;
  readonly next: number;
};

/** Results and evidence of a drill. */
export type DrillResult = {
  readonly stage: Stage;
  readonly measures: Measures;
  readonly struck: readonly StruckFault[];
  readonly evidence: readonly Evidence[];
  readonly least: Counts;
  /** Servers out of rotation after the drill. */
  readonly notReady: readonly string[];
};

/** Checks all promises after a drill. */
export function promisesOf({
  stage,
  measures,
  struck,
  notReady,
  ...result
}: DrillResult): readonly PromiseResult[] {
  const ended = stage.programs.filter(({ unexpectedExits }) => unexpectedExits > 0);
  return [
    ...checkStudents(result.evidence, result.least),
    none(
      'programs that ended by themselves',
      ended.map(({ name, printed }) => `${name}: ${printed.slice(-2000)}`),
    ),
    none('servers that are not ready at the end', notReady),
    ...struck.map((each) => {
      const { fault } = each;
      const seconds = secondsUntilSaves(measures, each);
      return {
        promise: `saves go on within ${fault.within} s of ${fault.of}: ${fault.name}`,
        isKept: seconds <= fault.within,
        found: [`${seconds.toFixed(1)} s`],
      };
    }),
  ];
}

function secondsUntilSaves({ calls }: Measures, { fault, begun, ended, next }: StruckFault): number {
  switch (fault.of) {
    case 'its beginning':
      return recoveryTime(calls, begun, next) / 1000;
    case 'its end':
      return recoveryTime(calls, ended, next) / 1000;
    case 'any pause':
      return longestPause(calls, begun, ended) / 1000;
  }
}

/**
 * Returns the milliseconds until saves recovered: the first acknowledged save that began after both the moment and the
 * last failure. Infinity if there is none.
 *
 * @param from the moment
 * @param end start of the next fault
 */
function recoveryTime(calls: readonly Measured[], from: number, end: number): number {
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
function longestPause(calls: readonly Measured[], from: number, end: number): number {
  const good = calls.filter((call) => call.kind === 'save' && !isFailure(call));
  const times = good.map(({ ended }) => ended).filter((ended) => ended > from && ended < end);
  const all = [from, ...times.toSorted((one, other) => one - other), end];
  return Math.max(...all.slice(1).map((time, index) => time - (all[index] ?? time)));
}
