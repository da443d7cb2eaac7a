import type { AddressProvider } from './address-provider.ts';
import type { AddressSettings } from '#server/settings/service-addresses.ts';
import { createPhotonProvider } from './photon-provider.ts';
import { createSmartyProvider } from './smarty-provider.ts';
import { readTypedAddress, splitStreet } from './typed-address.ts';
import { US, type ZipCodes } from './zip-codes.ts';

/**
 * The provider of the settings; a new one is a line here and in {@link AddressSettings}.
 *
 * @param codes reads the ZIP codes, for the one that needs no service
 */
export function createAddressProvider(
  settings: AddressSettings,
  codes: () => Promise<ZipCodes>,
): AddressProvider {
  switch (settings.kind) {
    case 'photon':
      return createPhotonProvider(settings.url);
    case 'smarty':
      return createSmartyProvider(settings);
    default:
      return createZipProvider(codes);
  }
}

/**
 * What is completed without any service: city and state of the ZIP code that ends what was typed. The street is the
 * student's own. Five digits are a postcode in many countries: while the country is open, what is typed must look
 * American. The codes are read when the first address is typed.
 */
function createZipProvider(codes: () => Promise<ZipCodes>): AddressProvider {
  return {
    only: US,
    async complete({ query, isCountryChosen }) {
      const typed = readTypedAddress(query);
      if (typed === undefined || !(isCountryChosen || typed.looksAmerican)) return [];
      const place = (await codes()).find(typed.zip);
      if (place === undefined) return [];
      const { street, city } = splitStreet(typed.before, place);
      const { zipPlus: zip } = typed;
      return [{ address_line_1: street, address_line_2: '', city, state: place.state, zip, country: US }];
    },
  };
}
