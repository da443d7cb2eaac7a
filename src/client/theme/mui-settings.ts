import { createContext } from 'react';
import type { PartnerSettings } from '#generated/partner.ts';

export type MuiSettings = { readonly colors: PartnerSettings['colors']; readonly nonce: string };

/** MUI settings, read only where MUI is loaded. */
export const MuiSettingsContext = createContext<MuiSettings | undefined>(undefined);
