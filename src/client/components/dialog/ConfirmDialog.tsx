import { Button } from '../Button.tsx';
import { PlainDialog } from './PlainDialog.tsx';

type ConfirmDialogProps = {
  readonly title: string;
  readonly text: string;
  readonly confirmLabel: string;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
};

/** A question that must be answered before something is lost. */
export function ConfirmDialog({ title, text, confirmLabel, onConfirm, onClose }: ConfirmDialogProps) {
  return (
    <PlainDialog title={title} text={text} onClose={onClose}>
      <Button onClick={onConfirm}>{confirmLabel}</Button>
      <Button look="secondary" onClick={onClose}>
        Cancel
      </Button>
    </PlainDialog>
  );
}
