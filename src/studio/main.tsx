import CssBaseline from '@mui/material/CssBaseline';
import { ThemeProvider } from '@mui/material/styles';
import { createRoot } from 'react-dom/client';
import { Studio } from './Studio.tsx';
import { theme } from './theme.ts';

const root = document.getElementById('root');
if (!root) throw new Error('studio.html has no element with the id "root".');
createRoot(root).render(
  <ThemeProvider theme={theme}>
    <CssBaseline />
    <Studio />
  </ThemeProvider>,
);
