import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import { ThemeProvider } from '@mui/material/styles';
import { use, type ReactNode } from 'react';
import { oncePer } from '#form/definition/once-per.ts';
import { MuiSettingsContext, type MuiSettings } from './mui-settings.ts';
import { createMuiTheme } from './mui-theme.ts';

/**
 * MUI in the partner's colours, with the nonce that lets its styles pass the Content-Security-Policy.
 * @throws Error without settings above it
 */
export function MuiProvider({ children }: { readonly children: ReactNode }) {
  const settings = use(MuiSettingsContext);
  if (!settings)
    throw new Error('MuiProvider: no MuiSettingsContext above; the root of the screens sets it.');
  const { cache, theme } = stylesOf(settings);
  return (
    <CacheProvider value={cache}>
      <ThemeProvider theme={theme}>{children}</ThemeProvider>
    </CacheProvider>
  );
}

/** One theme and one place for its styles per page, however many dialogs there are. */
const stylesOf = oncePer(({ colors, nonce }: MuiSettings) => ({
  // `prepend`: our own style sheets win over MUI's of the same weight.
  cache: createCache({ key: 'mui', nonce, prepend: true }),
  theme: createMuiTheme(colors),
}));
