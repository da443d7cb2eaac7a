import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import { ThemeProvider } from '@mui/material/styles';
import { useMemo, type ReactNode } from 'react';
import type { PartnerSettings } from '#generated/partner.ts';
import { createMuiTheme } from './mui-theme.ts';

type MuiProviderProps = { colors: PartnerSettings['colors']; nonce: string; children: ReactNode };

/** MUI in the partner's colours, with the nonce that lets its styles pass the Content-Security-Policy. */
export function MuiProvider({ colors, nonce, children }: MuiProviderProps) {
  // `prepend`: our own style sheets win over MUI's of the same weight.
  const cache = useMemo(() => createCache({ key: 'mui', nonce, prepend: true }), [nonce]);
  const theme = useMemo(() => createMuiTheme(colors), [colors]);
  return (
    <CacheProvider value={cache}>
      <ThemeProvider theme={theme}>{children}</ThemeProvider>
    </CacheProvider>
  );
}
