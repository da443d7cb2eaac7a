import type { AddressProvider } from './address-provider.ts';
import type { AddressSettings } from '#server/address-settings.ts';
import { createPhotonProvider } from './photon-provider.ts';
import { createSmartyProvider } from './smarty-provider.ts';
import { createZipProvider } from './zip-provider.ts';

/** The provider of the settings; a new one is a line here and in {@link AddressSettings}. */
export function createProvider(settings: AddressSettings): AddressProvider {
  switch (settings.kind) {
    case 'photon':
      return createPhotonProvider(settings.url);
    case 'smarty':
      return createSmartyProvider(settings);
    default:
      return createZipProvider();
  }
}
