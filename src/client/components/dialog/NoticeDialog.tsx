import { Button } from '../Button.tsx';
import { Dialog } from './Dialog.tsx';

type NoticeDialogProps = { readonly title: string; readonly text: string; readonly onClose: () => void };

/** Says why something cannot be done now. */
export function NoticeDialog({ title, text, onClose }: NoticeDialogProps) {
  return (
    <Dialog
      title={title}
      isOpen
      onClose={onClose}
      actions={
        <Button autoFocus onClick={onClose}>
          OK
        </Button>
      }
    >
      <p>{text}</p>
    </Dialog>
  );
}
