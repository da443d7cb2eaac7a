import { STATE_NAMES } from '../school-words.ts';
import type { ZipPlace } from './zip-codes.ts';

/** At the end only: a number of five digits in front is a house. */
const ENDS_WITH_ZIP = /^(.*?)[\s,.]*\b(\d{5})(-\d{4})?([\s,]+(?:usa?|united states))?[\s,.]*$/i;
/** The house number comes before the street, as in few countries with codes of five digits. */
const BEGINS_AMERICAN = /^(?:\d|p\.?\s*o\.?\s*box\b|$)/i;
/** Words whose number is no ZIP code. */
const NUMBERED = /(?:^|[\s,])(?:box|apt|apartment|unit|suite|ste|room|rm|no|hwy|highway|route)\.?$|#$/i;

/** What was typed in front of the ZIP code at its end, and the code; undefined where none ends the text. */
export function readTypedAddress(text: string) {
  const [, start = '', zip, plus = '', country] = ENDS_WITH_ZIP.exec(text) ?? [];
  if (zip === undefined || NUMBERED.test(start)) return undefined;
  const before = start.trim();
  // Not only by its digits: it begins with a house number or a post box, or names a state or the country.
  const looksAmerican =
    country !== undefined ||
    BEGINS_AMERICAN.test(before) ||
    Object.entries(STATE_NAMES).some((names) => withoutEnd(before, names) !== before);
  return { before, zip, zipPlus: zip + plus, looksAmerican };
}

/**
 * Cuts state and city off the typed street. Another city than the code's first stays: several towns share many codes.
 */
export function splitStreet(before: string, place: ZipPlace) {
  const withoutState = withoutEnd(before, [place.state, STATE_NAMES[place.state] ?? place.state]);
  const hasState = withoutState !== before;
  const street = withoutEnd(withoutState, [place.city], hasState);
  if (street !== withoutState || !hasState) return { street, city: place.city };
  const [, ownStreet = street, city = place.city] = /^(.*\S)\s*,\s*([\p{L} .'’-]+)$/u.exec(street) ?? [];
  return { street: ownStreet, city };
}

/** Cut off are words behind a comma, or the whole; behind a mere space only where nothing else can be meant. */
function withoutEnd(text: string, ends: readonly string[], isCertain = false): string {
  for (const end of ends) {
    const start = text.length - end.length;
    if (text.slice(start).toLowerCase() !== end.toLowerCase()) continue;
    const front = text.slice(0, start);
    const isCode = end.length === 2 && text.slice(start) === end;
    if (front === '' || /,\s*$/.test(front) || ((isCertain || isCode) && /\s$/.test(front)))
      return front.replace(/[\s,]+$/, '');
  }
  return text;
}
