import { momentsOf } from '#form/deadlines/local-time.ts';
import { questionsOf } from '#form/definition/form-part.ts';
import { type CompiledPartner, cycleOf, termsOf } from '#compiler/compile/compile-partner.ts';
import type { Cursor } from '#compiler/source/cursor.ts';
import type { Report } from '#compiler/source/fault.ts';
import { quoteNames, nearestCure } from '#compiler/source/nearest.ts';

/** Checks that deadlines name existing terms and valid local times, in order. */
export function checkDeadlines({ definition, sources }: CompiledPartner, name: string, report: Report): void {
  const partner = sources.cursor(`partners/${name}.json`);
  const written = partner?.at('deadlines');
  if (!written) return;
  const timeZone = partner?.at('time_zone')?.text();
  if (timeZone === undefined) {
    report(written, {
      code: 'deadlines',
      found: 'deadlines without a time zone',
      expected: 'the time zone in which they are meant',
      cure: 'Add "time_zone" to this file, e.g. "time_zone": "America/Denver".',
    });
  }
  const dates = written.list('dates');
  if (isTermQuestion(written.at('question'), definition, report)) {
    const terms = termsOf(definition, written.at('question')?.text() ?? '');
    checkTerms(dates, terms, report);
  }
  checkTimes(deadlineTimes(written), { timeZone: timeZone ?? 'UTC', code: 'deadlines' }, report);
}

function deadlineTimes(written: Cursor | undefined): readonly Cursor[] {
  return written?.list('dates').flatMap((date) => date.at('until') ?? []) ?? [];
}

/** Checks that a cycle has valid local times, and that the deadlines are within it. */
export function checkCycle({ sources }: CompiledPartner, name: string, report: Report): void {
  const partner = sources.cursor(`partners/${name}.json`);
  const cycle = cycleOf(partner, sources);
  const timeZone = partner?.at('time_zone')?.text();
  const times = ['opens', 'closes'].flatMap((member) => cycle?.at(member) ?? []);
  if (timeZone === undefined && times[0]) {
    report(times[0], {
      code: 'cycle',
      found: `the times of a cycle without a time zone in partners/${name}.json`,
      expected: 'the time zone in which they are meant',
      cure: 'Add "time_zone" to that file, e.g. "time_zone": "America/Denver".',
    });
  }
  checkTimes(times, { timeZone: timeZone ?? 'UTC', code: 'cycle' }, report);
  for (const at of deadlineTimes(partner?.at('deadlines'))) {
    const until = at.text() ?? '';
    const isWithin =
      until >= (cycle?.at('opens')?.text() ?? '') && until <= (cycle?.at('closes')?.text() ?? until);
    if (isWithin) continue;
    report(at, {
      code: 'cycle',
      found: `the deadline ${until} outside of the cycle`,
      expected: `deadlines within the cycle "${cycle?.at('name')?.text() ?? ''}"`,
      cure: 'Correct the deadline, or the "opens" and "closes" of the cycle.',
    });
  }
}

/** Checks that terms can be chosen in the question. */
function isTermQuestion(
  at: Cursor | undefined,
  definition: CompiledPartner['definition'],
  report: Report,
): boolean {
  const key = at?.text();
  if (at === undefined || key === undefined) return false;
  const choices = [...questionsOf(definition).keys()].filter((one) => termsOf(definition, one).size > 0);
  if (choices.includes(key)) return true;
  report(at, {
    code: 'deadlines',
    found: `the question "${key}", in which no term can be chosen`,
    expected: 'the key of a question with one choice of a list',
    cure: nearestCure(key, choices, 'Name the question for the term.'),
  });
  return false;
}

function checkTerms(dates: readonly Cursor[], terms: ReadonlyMap<string, string>, report: Report): void {
  const seen = new Set<string>();
  for (const at of dates.flatMap((date) => date.at('term') ?? [])) {
    const term = at.text() ?? '';
    if (!terms.has(term)) {
      report(at, {
        code: 'deadlines',
        found: `the term "${term}", which cannot be chosen`,
        expected: `one of ${quoteNames(terms.keys())}`,
        cure: nearestCure(term, terms.keys(), 'Take a value of the list, or remove this deadline.'),
      });
    } else if (seen.has(term)) {
      report(at, {
        code: 'deadlines',
        found: `a second deadline for the term "${term}"`,
        expected: 'one deadline for each term',
        cure: 'Remove one of them.',
      });
    }
    seen.add(term);
  }
}

/** Reports local times skipped by daylight saving time, and those out of order. */
function checkTimes(
  times: readonly Cursor[],
  { timeZone, code }: { readonly timeZone: string; readonly code: 'cycle' | 'deadlines' },
  report: Report,
): void {
  let before = '';
  for (const at of times) {
    const until = at.text() ?? '';
    // What is no time at all is reported by itself.
    if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(until)) continue;
    if (!isShown(until, timeZone)) {
      report(at, {
        code,
        found: `the time ${until}, which no clock in ${timeZone} shows`,
        expected: 'a day of the calendar, and no hour that is left out when clocks are put forward',
        cure: 'Take a time that there is, e.g. one minute before midnight: 2027-01-15T23:59.',
      });
    } else if (until < before) {
      report(at, {
        code,
        found: `the time ${until} after a later one`,
        expected: 'times from the earliest to the latest, as staff read them',
        cure: 'Correct one of them, or put it before those that are later.',
      });
    }
    before = until > before ? until : before;
  }
}

/** Whether a local time exists; unknown zones are reported separately. */
function isShown(local: string, timeZone: string): boolean {
  try {
    return momentsOf(local, timeZone).length > 0;
  } catch {
    return true;
  }
}
