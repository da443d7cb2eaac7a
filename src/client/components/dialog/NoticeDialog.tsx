import type { ReactNode } from 'react';
import { Button } from '../Button.tsx';
import { Dialog } from './Dialog.tsx';

type NoticeDialogProps = {
  readonly title: string;
  readonly text: string;
  readonly onClose: () => void;
  /** In place of OK. */
  readonly actions?: ReactNode;
};

/** Says why something cannot be done now. */
export function NoticeDialog({ title, text, onClose, actions }: NoticeDialogProps) {
  const close = (
    <Button autoFocus onClick={onClose}>
      OK
    </Button>
  );
  return (
    <Dialog title={title} isOpen onClose={onClose} actions={actions ?? close}>
      <p>{text}</p>
    </Dialog>
  );
}
