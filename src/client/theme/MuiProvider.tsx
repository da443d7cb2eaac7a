import createCache, { type EmotionCache } from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import { ThemeProvider, type Theme } from '@mui/material/styles';
import { useContext, type ReactNode } from 'react';
import { MuiSettingsContext, type MuiSettings } from './mui-settings.ts';
import { createMuiTheme } from './mui-theme.ts';

/** One theme and one place for its styles per page, however many dialogs there are. */
const made = new WeakMap<MuiSettings, { readonly cache: EmotionCache; readonly theme: Theme }>();

/**
 * MUI in the partner's colours, with the nonce that lets its styles pass the Content-Security-Policy.
 * @throws Error without settings above it
 */
export function MuiProvider({ children }: { children: ReactNode }) {
  const settings = useContext(MuiSettingsContext);
  if (!settings)
    throw new Error('MuiProvider: no MuiSettingsContext above; the root of the screens sets it.');
  const { cache, theme } = madeFor(settings);
  return (
    <CacheProvider value={cache}>
      <ThemeProvider theme={theme}>{children}</ThemeProvider>
    </CacheProvider>
  );
}

function madeFor(settings: MuiSettings) {
  const known = made.get(settings) ?? {
    // `prepend`: our own style sheets win over MUI's of the same weight.
    cache: createCache({ key: 'mui', nonce: settings.nonce, prepend: true }),
    theme: createMuiTheme(settings.colors),
  };
  made.set(settings, known);
  return known;
}
