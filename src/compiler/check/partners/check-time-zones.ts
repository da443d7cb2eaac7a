import type { Report } from '#compiler/source/fault.ts';
import { meantCure } from '#compiler/source/nearest.ts';
import type { SourceSet } from '#compiler/source/source-set.ts';

/** The time zone of each partner is one that browsers and the server can reckon with. */
export function checkTimeZones(sources: SourceSet, report: Report): void {
  for (const partner of sources.namesIn('partners')) {
    const at = sources.cursor(`partners/${partner}.json`)?.at('time_zone');
    const zone = at?.text();
    if (at === undefined || zone === undefined || isTimeZone(zone)) continue;
    report(at, {
      code: 'time-zone',
      found: `the time zone "${zone}", which nobody knows`,
      expected: 'a time zone by its IANA name, e.g. "America/Denver"',
      cure: meantCure(
        zone,
        Intl.supportedValuesOf('timeZone'),
        'Take the city of your time zone from the list of IANA, not its abbreviation.',
      ),
    });
  }
}

function isTimeZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: zone }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
