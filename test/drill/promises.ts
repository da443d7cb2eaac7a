import { checkStudents, type Counts, type Evidence, none, type Promised } from './check-students.ts';
import type { Fault } from './faults.ts';
import type { Measures } from './measures.ts';
import type { Stage } from './stage/stage.ts';
import { longestPause, wentOnAfter } from './went-on.ts';

/** A fault with its beginning, end, and the beginning of the next; milliseconds since the start. */
export type StruckFault = {
  readonly fault: Fault;
  readonly begun: number;
  readonly ended: number;
  readonly next: number;
};

/** Results and evidence of a drill. */
export type Night = {
  readonly stage: Stage;
  readonly measures: Measures;
  readonly struck: readonly StruckFault[];
  readonly evidence: readonly Evidence[];
  readonly least: Counts;
  /** Servers out of rotation after the drill. */
  readonly notReady: readonly string[];
};

/** Checks all promises after a drill. */
export function promisesOf({ stage, measures, struck, notReady, ...night }: Night): readonly Promised[] {
  const ended = stage.programs.filter(({ endedByItself }) => endedByItself > 0);
  return [
    ...checkStudents(night.evidence, night.least),
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
      return wentOnAfter(calls, begun, next) / 1000;
    case 'its end':
      return wentOnAfter(calls, ended, next) / 1000;
    case 'any pause':
      return longestPause(calls, begun, ended) / 1000;
  }
}
