import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import { ThemeProvider, createTheme, type Theme } from '@mui/material/styles';
import { use, type ReactNode } from 'react';
import { memoizeByObject } from '#form/definition/memoize-by-object.ts';
import { MuiSettingsContext, type MuiSettings } from './mui-settings.ts';
import type { PartnerSettings } from '#generated/partner.ts';

/** MUI in the partner's colors, with the nonce for its styles. @throws Error without settings above it */
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
const stylesOf = memoizeByObject(({ colors, nonce }: MuiSettings) => ({
  // `prepend`: our own style sheets win over MUI's of the same weight.
  cache: createCache({ key: 'mui', nonce, prepend: true }),
  theme: createMuiTheme(colors),
}));

/** The MUI theme of a partner, on the same tokens as the native controls (tokens.css). */
function createMuiTheme(colors: PartnerSettings['colors']): Theme {
  return createTheme({
    palette: {
      primary: { light: colors.primary.light, main: colors.primary.main, dark: colors.primary.dark },
      secondary: { light: colors.secondary.light, main: colors.secondary.main, dark: colors.secondary.dark },
      error: { light: colors.error.light, main: colors.error.main, dark: colors.error.dark },
      text: { primary: colors.neutral.dark, secondary: colors.neutral.main, disabled: colors.disabled.dark },
      divider: colors.neutral.light,
      background: { default: colors.neutral.extraLight, paper: colors.white.main },
    },
    // The breakpoints of docs/behavior.md 9: mobile 600 px, tablet 900 px.
    breakpoints: { values: { xs: 0, sm: 600, md: 900, lg: 1200, xl: 1536 } },
    shape: { borderRadius: 8 },
    spacing: 4,
    typography: { fontFamily: 'var(--font)' },
    // As long as what else appears (tokens.css).
    transitions: { duration: { enteringScreen: 170, leavingScreen: 150 } },
    zIndex: { modal: 1300, snackbar: 1900, tooltip: 1950 },
    // As open lists (combobox.css): docs/behavior.md 9.
    components: { MuiPopover: { styleOverrides: { root: { zIndex: 2000 } } } },
  });
}
