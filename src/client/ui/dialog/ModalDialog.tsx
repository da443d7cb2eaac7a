import MuiDialog from '@mui/material/Dialog';
import { type ReactNode, useId } from 'react';
import { MuiProvider } from '#client/theme/MuiProvider.tsx';
import { Button } from '../Button.tsx';
import { dialogTexts } from '#generated/texts.ts';
import './dialog.css';

export type DialogProps = {
  readonly title: string;
  /** Widths: xs 30 rem, s 60 rem, m 80 % of the window (docs/behavior.md 2.11). */
  readonly size?: 'xs' | 's' | 'm';
  readonly isOpen: boolean;
  /** Handles Escape and outside clicks; without it an answer is required. */
  readonly onClose?: () => void;
  readonly children: ReactNode;
  /** Buttons in reading order; default: Close, if closable. */
  readonly actions?: ReactNode;
};

/** MUI implementation of {@link Dialog}. */
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
