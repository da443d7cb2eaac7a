import { createRoot } from 'react-dom/client';

/** Minimal React page, as a baseline for byte counts. */
const root = document.querySelector('#root');
if (root) createRoot(root).render(<input aria-label="E-mail" />);
