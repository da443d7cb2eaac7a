import CssBaseline from '@mui/material/CssBaseline';
import { ThemeProvider, createTheme } from '@mui/material/styles';
import { createRoot } from 'react-dom/client';
import { Studio } from './Studio.tsx';

/** Muted studio theme, to keep the form prominent. */
const theme = createTheme({
  palette: {
    primary: { main: '#4b3fb5', dark: '#372c94', light: '#e9e7fb' },
    error: { main: '#b3261e', light: '#fdecea' },
    warning: { main: '#8a5a00', light: '#fff4dc' },
    success: { main: '#1b6b3f', light: '#e5f4ea' },
    info: { main: '#0b5f8a', light: '#e3f1f8' },
    text: { primary: '#1c1b22', secondary: '#5b5966' },
    divider: '#e2e0ea',
    background: { default: '#f4f3f8', paper: '#fff' },
  },
  shape: { borderRadius: 8 },
  typography: {
    fontFamily: "Inter, system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif",
    fontSize: 13.5,
    h1: { fontSize: '1rem', fontWeight: 650, letterSpacing: '-0.01em' },
    h2: { fontSize: '1.1875rem', fontWeight: 650, lineHeight: 1.3, letterSpacing: '-0.01em' },
    h3: {
      fontSize: '0.75rem',
      fontWeight: 650,
      lineHeight: 1.5,
      letterSpacing: '0.04em',
      textTransform: 'uppercase',
    },
    button: { textTransform: 'none', fontWeight: 550 },
  },
  components: {
    MuiTypography: { defaultProps: { variant: 'body2' } },
    MuiInputBase: { styleOverrides: { root: { fontSize: '0.875rem' } } },
    MuiMenuItem: { styleOverrides: { root: { fontSize: '0.875rem' } } },
    MuiButtonBase: { defaultProps: { disableRipple: true } },
    MuiCssBaseline: {
      styleOverrides: {
        ':focus-visible': { outline: '2px solid #4b3fb5', outlineOffset: 2 },
        'html, body, #root': { height: '100%' },
      },
    },
  },
});

const root = document.getElementById('root');
if (!root) throw new Error('studio.html has no element with the id "root".');
createRoot(root).render(
  <ThemeProvider theme={theme}>
    <CssBaseline />
    <Studio />
  </ThemeProvider>,
);
