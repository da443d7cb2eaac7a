import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { FaultPanel, type FaultPanelProps } from './panes/FaultPanel.tsx';

/** Event for faults of the form. Sent by `scripts/dev/follow-schemas.ts`. */
const EVENT = 'schemas:faults';

/** Faults over the open page of `npm run dev`, until fixed or hidden. */
function PageFaults() {
  const [found, setFound] = useState<Omit<FaultPanelProps, 'onChange'>>();
  useEffect(() => {
    const close = ({ key }: KeyboardEvent): void => {
      if (key === 'Escape') setFound(undefined);
    };
    document.addEventListener('keydown', close);
    // Vite looks for this exact expression.
    import.meta.hot?.on(EVENT, setFound);
    import.meta.hot?.send('schemas:opened');
    return () => document.removeEventListener('keydown', close);
  }, []);
  if (!found || found.faults.length === 0) return null;
  return (
    <Box
      role="dialog"
      aria-labelledby="faults-title"
      sx={{ position: 'fixed', inset: 'auto 0 0', zIndex: 'tooltip', boxShadow: 24 }}
    >
      <Button
        variant="outlined"
        size="small"
        onClick={() => setFound(undefined)}
        sx={{ position: 'absolute', top: 8, right: 16 }}
      >
        Hide (Esc)
      </Button>
      {/* In a new tab, which has no answers yet. */}
      <FaultPanel {...found} onChange={({ as }) => window.open(as, '_blank', 'noopener')} />
    </Box>
  );
}

const root = document.createElement('div');
document.body.append(root);
createRoot(root).render(<PageFaults />);
