import MuiPopover from '@mui/material/Popover';
import type { ReactNode } from 'react';
import { MuiProvider } from '#client/theme/MuiProvider.tsx';
import './dialog.css';

type PanelProps = {
  readonly id: string;
  readonly label: string;
  /** Control above the panel; null while closed. */
  readonly anchor: HTMLElement | null;
  readonly onClose: () => void;
  readonly children: ReactNode;
};

/** Focus-trapping panel below a control. */
export function AnchoredPanel({ id, label, anchor, onClose, children }: PanelProps) {
  return (
    <MuiProvider>
      <MuiPopover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={onClose}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{ paper: { id, role: 'dialog', 'aria-label': label, className: 'anchored-panel' } }}
      >
        {children}
      </MuiPopover>
    </MuiProvider>
  );
}
