import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import { ThemeProvider, createTheme, type Theme } from '@mui/material/styles';
import { use, type ReactNode } from 'react';
import { memoizeByObject } from '#form/definition/memoize-by-object.ts';
import { MuiSettingsContext, type MuiSettings } from './mui-settings.ts';
import type { PartnerSettings } from '#generated/partner.ts';

/** MUI with the partner's colors and style nonce. @throws Error without settings */
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

/** One theme and style cache per page. */
const stylesOf = memoizeByObject(({ colors, nonce }: MuiSettings) => ({
  // `prepend`: our style sheets override MUI's at equal specificity.
  cache: createCache({ key: 'mui', nonce, prepend: true }),
  theme: createMuiTheme(colors),
}));

/** Creates a partner's MUI theme, from the native controls' tokens (tokens.css). */
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
    shape: { borderRadius: 8 },
    spacing: 4,
    typography: { fontFamily: 'var(--font)' },
    // Matches `--appear` (tokens.css).
    transitions: { duration: { enteringScreen: 170, leavingScreen: 150 } },
    // Same as open lists (combobox.css): docs/behavior.md 9.
    components: { MuiPopover: { styleOverrides: { root: { zIndex: 2000 } } } },
  });
}
