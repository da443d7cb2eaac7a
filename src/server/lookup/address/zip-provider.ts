import type { AddressProvider } from './address-provider.ts';
import { readTypedAddress, splitStreet } from './typed-address.ts';
import { loadZipCodes, type ZipCodes } from './zip-codes.ts';

const COUNTRY = 'US';

/**
 * What is completed without any service: city and state of the ZIP code that ends what was typed. The street is the
 * student's own. The codes are read when the first address is typed.
 */
export function createZipProvider(load: () => Promise<ZipCodes> = loadZipCodes): AddressProvider {
  let codes: Promise<ZipCodes> | undefined;
  return async ({ query }) => {
    const typed = readTypedAddress(query);
    if (typed === undefined) return [];
    codes ??= load();
    const place = (await codes).find(typed.zip);
    if (place === undefined) return [];
    const { street, city } = splitStreet(typed.before, place);
    return [
      {
        address_line_1: street,
        address_line_2: '',
        city,
        state: place.state,
        zip: typed.zipPlus,
        country: COUNTRY,
      },
    ];
  };
}
