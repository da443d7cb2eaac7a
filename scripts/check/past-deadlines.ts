import type { CompiledSchemas } from '#compiler/compile-schemas.ts';
import { type Fault, FaultList } from '#compiler/source/fault.ts';
import { deadlinesOf } from '#form/deadlines/deadlines.ts';

const MINUTE_MS = 60_000;

/** Reports past deadlines; an error if all have passed, grace included, and late submissions are refused. */
export function pastDeadlines(partners: CompiledSchemas['partners'], now: Date): readonly Fault[] {
  const faults = new FaultList();
  for (const [name, { settings, sources }] of partners) {
    const deadlines = deadlinesOf(Object(settings));
    const at = sources.cursor(`partners/${name}.json`)?.at('deadlines')?.at('dates');
    if (!deadlines || !at) continue;
    const { dates, afterDeadline, graceMinutes } = deadlines;
    const isPast = (ends: string, minutes: number): boolean =>
      Date.parse(ends) + minutes * MINUTE_MS <= now.getTime();
    if (afterDeadline === 'refuse' && dates.every(({ ends }) => isPast(ends, graceMinutes))) {
      faults.report(at, {
        code: 'all-deadlines-past',
        found: 'deadlines that are all past, while late applications are refused',
        expected: 'a deadline that is still to come, so that somebody can submit',
        cure: 'Add the deadline of the next term, or write "afterDeadline": "accept".',
      });
      continue;
    }
    const then = afterDeadline === 'accept' ? 'is taken as late' : 'is refused although they can choose it';
    for (const [index, { term, label, ends }] of dates.entries()) {
      if (!isPast(ends, 0)) continue;
      faults.report(at.items()[index] ?? at, {
        code: 'past-deadline',
        found: `the deadline for “${label}” (${term}), which is past: who chooses it ${then}`,
        expected: 'a deadline that is still to come',
        cure: 'If the term is over, remove it from its list. Otherwise correct the date.',
      });
    }
  }
  return faults.sorted();
}
