import { createRoot } from 'react-dom/client';

/** The least a React page can load: what a byte count is compared with. */
const root = document.querySelector('#root');
if (root) createRoot(root).render(<input aria-label="E-mail" />);
