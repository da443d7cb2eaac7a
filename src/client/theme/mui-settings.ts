import { createContext } from 'react';
import type { PartnerSettings } from '#generated/partner.ts';

export type MuiSettings = { readonly colors: PartnerSettings['colors']; readonly nonce: string };

/** What MUI needs to render: set by the root, read only where a part of MUI has been loaded. */
export const MuiSettingsContext = createContext<MuiSettings | undefined>(undefined);
