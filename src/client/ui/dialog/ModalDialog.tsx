import MuiDialog from '@mui/material/Dialog';
import { type ReactNode, useId } from 'react';
import { MuiProvider } from '#client/theme/MuiProvider.tsx';
import { Button } from '../Button.tsx';
import { dialogTexts } from '#generated/texts.ts';
import './dialog.css';

export type DialogProps = {
  readonly title: string;
  /** xs 30 rem, s 60 rem, m 80 % of the window (docs/behavior.md 2.11). */
  readonly size?: 'xs' | 's' | 'm';
  readonly isOpen: boolean;
  /** Escape and a click outside the dialog. Left out: the dialog has to be answered. */
  readonly onClose?: () => void;
  readonly children: ReactNode;
  /** Buttons below the text, in the order of reading; left out, Close where the dialog can be closed. */
  readonly actions?: ReactNode;
};

/** Renders the open window of {@link Dialog} with MUI. */
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
