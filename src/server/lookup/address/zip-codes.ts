export type ZipPlace = { readonly city: string; readonly state: string };

/** Finds the city and state of a five-digit ZIP code. */
export type ZipCodes = { find(zip: string): ZipPlace | undefined };

/** Country of all ZIP codes (ISO 3166-1). */
export const US = 'US';

/** "City" of military mail: an abbreviation, in capitals on letters (USPS Publication 28, 225). */
const MILITARY = /^[AFD]po$/;

/** Loads the ZIP codes of `zipcodes`, which also has Canadian postal codes. */
export async function loadZipCodes(): Promise<ZipCodes> {
  const { default: zipcodes } = await import('zipcodes');
  return {
    find: (zip) => {
      const place = zipcodes.lookup(zip);
      if (place?.country !== US) return undefined;
      const { city, state } = place;
      return { city: MILITARY.test(city) ? city.toUpperCase() : city, state };
    },
  };
}
