import type { AddressProvider } from './address-provider.ts';
import type { AddressSettings } from '#server/address-settings.ts';
import { createPhotonProvider } from './photon-provider.ts';
import { createSmartyProvider } from './smarty-provider.ts';
import { readTypedAddress, splitStreet } from './typed-address.ts';
import { loadZipCodes, type ZipCodes } from './zip-codes.ts';

/** The provider of the settings; a new one is a line here and in {@link AddressSettings}. */
export function createAddressProvider(settings: AddressSettings): AddressProvider {
  switch (settings.kind) {
    case 'photon':
      return createPhotonProvider(settings.url);
    case 'smarty':
      return createSmartyProvider(settings);
    default:
      return createZipProvider();
  }
}

const COUNTRY = 'US';

/**
 * What is completed without any service: city and state of the ZIP code that ends what was typed. The street is the
 * student's own. Five digits are a postcode in many countries: while the country is open, what is typed must look
 * American. The codes are read when the first address is typed.
 */
function createZipProvider(load: () => Promise<ZipCodes> = loadZipCodes): AddressProvider {
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
