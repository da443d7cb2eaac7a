import type { ReactNode } from 'react';
import { MuiSettingsContext } from '#client/theme/mui-settings.ts';
import { toyPartner } from './screens/toy-form.ts';

const settings = { colors: toyPartner.colors, nonce: 'test' };

/** The providers for dialogs, around a part rendered alone. */
export function WithDialogs({ children }: { readonly children: ReactNode }) {
  return <MuiSettingsContext value={settings}>{children}</MuiSettingsContext>;
}
