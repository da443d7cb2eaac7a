import { createContext } from 'react';
import type { PartnerSettings } from '#generated/partner.ts';

export type MuiSettings = { readonly colors: PartnerSettings['colors']; readonly nonce: string };

/** Settings for MUI, read only where a part of it is loaded. */
export const MuiSettingsContext = createContext<MuiSettings | undefined>(undefined);
