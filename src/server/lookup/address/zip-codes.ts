export type ZipPlace = { readonly city: string; readonly state: string };

/** The city and state of a ZIP code of five digits. */
export type ZipCodes = { find(zip: string): ZipPlace | undefined };

/** The country of all ZIP codes (ISO 3166-1). */
export const US = 'US';

/** The "city" of mail to the armed forces: an abbreviation, as it is written on a letter (USPS Publication 28, 225). */
const MILITARY = /^[AFD]po$/;

/** Loads the ZIP codes of `zipcodes`, which has Canadian postal codes, too. */
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
