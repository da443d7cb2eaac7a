import type { ReactNode } from 'react';
import { Button } from '../Button.tsx';
import { Dialog } from './Dialog.tsx';
import { say } from '#texts/say.ts';
import { dialogTexts } from '#generated/texts.ts';

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
      {say(dialogTexts.ok)}
    </Button>
  );
  return (
    <Dialog title={title} isOpen onClose={onClose} actions={actions ?? close}>
      <p>{text}</p>
    </Dialog>
  );
}
