import { dateText } from '#texts/language.ts';
import { say, timeTexts } from '#texts/say.ts';

const DEFAULT_TIME_ZONE = 'UTC';

/** Formats an instant with its place: `November 22, 2026 at 11:38 PM (Denver time)`. Throws for an unknown zone. */
export function zonedTime(moment: Date, timeZone = DEFAULT_TIME_ZONE): string {
  const time = clockTime(moment, timeZone);
  const city = cityOf(timeZone);
  return city === undefined
    ? say(timeTexts.inZone, { time, zone: timeZone })
    : say(timeTexts.inCity, { time, city });
}

/** Formats an instant in this machine's zone; undefined if equal to that of the given zone. */
export function ownTime(moment: Date, timeZone = DEFAULT_TIME_ZONE): string | undefined {
  const own = clockTime(moment);
  return own === clockTime(moment, timeZone) ? undefined : own;
}

/** @param timeZone default: that of this machine */
function clockTime(moment: Date, timeZone?: string): string {
  return dateText(moment, { dateStyle: 'long', timeStyle: 'short', timeZone });
}

/** `America/New_York` is New York; a zone such as UTC or Etc/GMT+7 has no city. */
function cityOf(timeZone: string): string | undefined {
  const [area, ...places] = timeZone.split('/');
  return area === 'Etc' ? undefined : places.at(-1)?.replaceAll('_', ' ');
}
