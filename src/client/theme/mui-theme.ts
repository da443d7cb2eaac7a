import { createTheme, type Theme } from '@mui/material/styles';
import type { PartnerSettings } from '#generated/partner.ts';

/** The MUI theme of a partner, on the same tokens as the native controls (tokens.css). */
export function createMuiTheme(colors: PartnerSettings['colors']): Theme {
  return createTheme({
    palette: {
      primary: { light: colors.primary.light, main: colors.primary.main, dark: colors.primary.dark },
      secondary: { light: colors.secondary.light, main: colors.secondary.main, dark: colors.secondary.dark },
      error: { light: colors.error.light, main: colors.error.main, dark: colors.error.dark },
      text: { primary: colors.neutral.dark, secondary: colors.neutral.main, disabled: colors.disabled.dark },
      divider: colors.neutral.light,
      background: { default: colors.neutral.extraLight, paper: colors.white.main },
    },
    // The breakpoints of specification 9: mobile 600 px, tablet 900 px.
    breakpoints: { values: { xs: 0, sm: 600, md: 900, lg: 1200, xl: 1536 } },
    shape: { borderRadius: 8 },
    spacing: 4,
    typography: { fontFamily: 'var(--font)' },
    zIndex: { modal: 1300, snackbar: 1900, tooltip: 1950 },
    // As open lists (combobox.css): specification 9, "popover z-index 2000".
    components: { MuiPopover: { styleOverrides: { root: { zIndex: 2000 } } } },
  });
}
