import type { AddressProvider } from './address-provider.ts';
import { readTypedAddress, splitStreet } from './typed-address.ts';
import { loadZipCodes, type ZipCodes } from './zip-codes.ts';

const COUNTRY = 'US';

/**
 * What is completed without any service: city and state of the ZIP code that ends what was typed. The street is the
 * student's own. Five digits are a postcode in many countries: while the country is open, what is typed must look
 * American. The codes are read when the first address is typed.
 */
export function createZipProvider(load: () => Promise<ZipCodes> = loadZipCodes): AddressProvider {
  let codes: Promise<ZipCodes> | undefined;
  return {
    only: COUNTRY,
    async complete({ query, isCountryChosen }) {
      const typed = readTypedAddress(query);
      if (typed === undefined || !(isCountryChosen || typed.looksAmerican)) return [];
      codes ??= load();
      const place = (await codes).find(typed.zip);
      if (place === undefined) return [];
      const { street, city } = splitStreet(typed.before, place);
      const { zipPlus: zip } = typed;
      return [
        { address_line_1: street, address_line_2: '', city, state: place.state, zip, country: COUNTRY },
      ];
    },
  };
}
