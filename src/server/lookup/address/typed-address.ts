import { STATE_NAMES } from '../school-words.ts';
import type { ZipPlace } from './zip-codes.ts';

/** Only at the end: a leading five-digit number is a house number. */
const ENDS_WITH_ZIP = /^(.*?)[\s,.]*\b(\d{5})(-\d{4})?([\s,]+(?:usa?|united states))?[\s,.]*$/i;
/** House number before the street, as in few countries with five-digit codes. */
const BEGINS_AMERICAN = /^(?:\d|p\.?\s*o\.?\s*box\b|$)/i;
/** Words followed by a number other than a ZIP code. */
const NUMBERED = /(?:^|[\s,])(?:box|apt|apartment|unit|suite|ste|room|rm|no|hwy|highway|route)\.?$|#$/i;

/** Splits a typed address at its final ZIP code; undefined without one. */
export function readTypedAddress(text: string) {
  const [, start = '', zip, plus = '', country] = ENDS_WITH_ZIP.exec(text) ?? [];
  if (zip === undefined || NUMBERED.test(start)) return undefined;
  const before = start.trim();
  // Requires more than the digits: a leading house number or PO box, a state, or the country.
  const looksAmerican =
    country !== undefined ||
    BEGINS_AMERICAN.test(before) ||
    Object.entries(STATE_NAMES).some((names) => withoutEnd(before, names) !== before);
  return { before, zip, zipPlus: zip + plus, looksAmerican };
}

/** Removes state and city from the street. A city other than the code's first stays: several towns share many codes. */
export function splitStreet(before: string, place: ZipPlace) {
  const withoutState = withoutEnd(before, [place.state, STATE_NAMES[place.state] ?? place.state]);
  const hasState = withoutState !== before;
  const street = withoutEnd(withoutState, [place.city], hasState);
  if (street !== withoutState || !hasState) return { street, city: place.city };
  const [, ownStreet = street, city = place.city] = /^(.*\S)\s*,\s*([\p{L} .'’-]+)$/u.exec(street) ?? [];
  return { street: ownStreet, city };
}

/** Removes an ending after a comma, or the whole text; after a mere space only if unambiguous. */
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
