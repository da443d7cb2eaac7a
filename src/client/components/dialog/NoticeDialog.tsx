import { Button } from '../Button.tsx';
import { PlainDialog } from './PlainDialog.tsx';

type NoticeDialogProps = { readonly title: string; readonly text: string; readonly onClose: () => void };

/** Tells why something cannot be done now. */
export function NoticeDialog({ title, text, onClose }: NoticeDialogProps) {
  return (
    <PlainDialog title={title} text={text} onClose={onClose}>
      <Button onClick={onClose}>OK</Button>
    </PlainDialog>
  );
}
