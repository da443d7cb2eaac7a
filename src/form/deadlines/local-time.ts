/** A local time without zone, for example `2027-01-15T23:59`. */
const LOCAL_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/;

const DAY_MS = 86_400_000;

/** Returns the instants of a local time: none or two when clocks change, else one. */
export function momentsOf(local: string, timeZone: string): readonly Date[] {
  const shown = LOCAL_TIME.test(local) ? Date.parse(`${local}:00Z`) : Number.NaN;
  if (Number.isNaN(shown) || !new Date(shown).toISOString().startsWith(local)) return [];
  const clocks = clocksOf(timeZone);
  // Zones change their offset at most once in two days, so one of these applies.
  const offsets = [shown - DAY_MS, shown + DAY_MS].map((around) => clocks(around) - around);
  const moments = offsets.map((offset) => shown - offset).filter((moment) => clocks(moment) === shown);
  return [...new Set(moments)].toSorted((a, b) => a - b).map((moment) => new Date(moment));
}

/** Returns local clock time at an instant, as if it were UTC. */
function clocksOf(timeZone: string): (moment: number) => number {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  return (moment) => {
    const parts = new Map(format.formatToParts(moment).map(({ type, value }) => [type, Number(value)]));
    const part = (type: Intl.DateTimeFormatPartTypes): number => parts.get(type) ?? 0;
    return Date.UTC(
      part('year'),
      part('month') - 1,
      part('day'),
      part('hour'),
      part('minute'),
      part('second'),
    );
  };
}
