import MuiDialog from '@mui/material/Dialog';
import { useId } from 'react';
import { MuiProvider } from '#client/theme/MuiProvider.tsx';
import type { DialogProps } from './Dialog.tsx';
import { Button } from '../Button.tsx';
import { dialogTexts } from '#generated/texts.ts';
import './dialog.css';

/** The open window of {@link Dialog}, with the parts of MUI that it needs. */
export function ModalDialog({ title, size = 'xs', isOpen, onClose, children, actions }: DialogProps) {
  const titleId = useId();
  const close = onClose && <Button look="secondary" onClick={onClose} text={dialogTexts.close} />;
  const buttons = actions ?? close;
  return (
    <MuiProvider>
      <MuiDialog
        open={isOpen}
        aria-labelledby={titleId}
        maxWidth={false}
        slotProps={{ paper: { className: `dialog-paper dialog-paper-${size}` } }}
        {...(onClose ? { onClose } : {})}
      >
        <div className="stack dialog-body">
          <h2 id={titleId}>{title}</h2>
          {children}
          {buttons && <div className="row dialog-actions">{buttons}</div>}
        </div>
      </MuiDialog>
    </MuiProvider>
  );
}
