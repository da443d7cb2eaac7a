import type { Check } from './check-students.ts';
import type { Fault } from './faults.ts';
import type { Measures } from './measures.ts';
import type { Stage } from './stage/stage.ts';
import { longestPause, wentOnAfter } from './went-on.ts';

/** What students and operators were promised, and whether it was kept. */
export type Promised = {
  readonly promise: string;
  readonly isKept: boolean;
  /** What came instead, in words. */
  readonly found: readonly string[];
  /** What belongs to it and is not promised. */
  readonly figure?: string;
};

/** What broke, from when until when, and when the next did; in milliseconds since the drill began. */
export type StruckFault = {
  readonly fault: Fault;
  readonly begun: number;
  readonly ended: number;
  readonly next: number;
};

/** All that a night leaves. */
export type Night = {
  readonly stage: Stage;
  readonly measures: Measures;
  readonly struck: readonly StruckFault[];
  readonly check: Check;
  /** The servers that a balancer would send nobody to, once all is over. */
  readonly notReady: readonly string[];
};

/** All promises, over a whole night. */
export function promisesOf({ stage, measures, struck, check, notReady }: Night): readonly Promised[] {
  const ended = stage.programs.filter(({ endedByItself }) => endedByItself > 0);
  return [
    none('lost acknowledged writes', check.lost),
    none('applications submitted twice', check.submittedTwice),
    {
      ...none('mails twice in a mailbox', check.mailedTwice),
      figure: `${check.deliveredAgain} delivered again under their Message-ID`,
    },
    none('documents without their bytes', check.withoutBytes),
    none('failures that the page did not get over', check.surprises),
    none('students whose last words were not saved at the end', check.unsaved),
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

function none(what: string, found: readonly string[]): Promised {
  return { promise: `0 ${what}`, isKept: found.length === 0, found };
}
