import { dateText } from '#texts/language.ts';
import { say } from '#texts/say.ts';
import { timeTexts } from '#generated/texts.ts';

/** Where nobody says where the clocks are. */
const WORLD_TIME = 'UTC';

/**
 * A moment as the clocks of one place show it, with the place: `November 22, 2026 at 11:38 PM (Denver time)`.
 *
 * @param timeZone an IANA name, such as a partner's `time_zone`; undefined: UTC
 * @throws RangeError for a zone that nobody knows
 */
export function zonedTime(moment: Date, timeZone = WORLD_TIME): string {
  const time = clockTime(moment, timeZone);
  const city = cityOf(timeZone);
  return city === undefined
    ? say(timeTexts.inZone, { time, zone: timeZone })
    : say(timeTexts.inCity, { time, city });
}

/**
 * The same moment as the clocks of this machine show it; undefined where they show what those of the time zone do.
 *
 * @throws RangeError as {@link zonedTime}
 */
export function ownTime(moment: Date, timeZone = WORLD_TIME): string | undefined {
  const own = clockTime(moment);
  return own === clockTime(moment, timeZone) ? undefined : own;
}

/** @param timeZone undefined: that of this machine */
function clockTime(moment: Date, timeZone?: string): string {
  return dateText(moment, { dateStyle: 'long', timeStyle: 'short', timeZone });
}

/** `America/New_York` is New York; a zone such as UTC or Etc/GMT+7 is no place. */
function cityOf(timeZone: string): string | undefined {
  const [area, ...places] = timeZone.split('/');
  return area === 'Etc' ? undefined : places.at(-1)?.replaceAll('_', ' ');
}
