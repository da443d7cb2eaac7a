import { checkStudents, type Counts, type Evidence, none, type PromiseResult } from './check-students.ts';
import type { Fault } from './faults.ts';
import type { Measures } from './measures.ts';
import type { Stage } from './stage/stage.ts';
import { longestPause, recoveryTime } from './recovery-time.ts';

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
