import MuiPopover from '@mui/material/Popover';
import { MuiProvider } from '#client/theme/MuiProvider.tsx';
import type { PopoverProps } from './Popover.tsx';
import './dialog.css';

/** What {@link Popover} draws once it is opened. */
export function AnchoredPanel({ id, label, anchor, onClose, children }: PopoverProps) {
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
