import type { LookupSource } from '../lookup-source.ts';
import { createPlaceCodes, type PlaceLists } from './place-codes.ts';
import { US, type ZipCodes } from './zip-codes.ts';

/** A ZIP code, with its four more digits or without. */
const ZIP = /^(\d{5})(?:-\d{4})?$/;

/**
 * City, state and country of a ZIP code, in the questionnaire's own values; the code is the id. There is nothing to
 * search: a part of a code is the beginning of too many.
 *
 * @param codes reads the ZIP codes, when the first is asked for
 */
export function createZipSource(places: PlaceLists, codes: () => Promise<ZipCodes>): LookupSource {
  const { offered } = createPlaceCodes(places);
  return {
    search: async () => [],
    async find(id) {
      const [, zip] = ZIP.exec(id) ?? [];
      const place = zip === undefined ? undefined : (await codes()).find(zip);
      if (!place) return undefined;
      const nowhere = { address_line_1: '', address_line_2: '', zip: id };
      const { city, state, country } = offered({ ...nowhere, ...place, country: US });
      return { city, state, country };
    },
  };
}
