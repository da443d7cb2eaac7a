import MuiDialog from '@mui/material/Dialog';
import { useId, type ReactNode } from 'react';
import './Dialog.css';

type DialogProps = {
  title: string;
  /** xs 30 rem, s 60 rem, m 80 % of the window (specification 2). */
  size?: 'xs' | 's' | 'm';
  isOpen: boolean;
  /** Escape and a click beside the dialog. Left out: the dialog has to be answered. */
  onClose?: () => void;
  children: ReactNode;
  /** Buttons, in the order of reading. */
  actions: ReactNode;
};

/** A modal dialog that keeps the focus and gives it back. */
export function Dialog({ title, size = 'xs', isOpen, onClose, children, actions }: DialogProps) {
  const titleId = useId();
  return (
    <MuiDialog
      open={isOpen}
      aria-labelledby={titleId}
      maxWidth={false}
      slotProps={{ paper: { className: `dialog__paper dialog__paper--${size}` } }}
      {...(onClose ? { onClose } : {})}
    >
      <div className="dialog__body">
        <h2 id={titleId}>{title}</h2>
        {children}
        <div className="dialog__actions">{actions}</div>
      </div>
    </MuiDialog>
  );
}
