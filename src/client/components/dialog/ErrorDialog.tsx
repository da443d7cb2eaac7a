import { Button } from '../Button.tsx';
import { Dialog } from './Dialog.tsx';

type ErrorDialogProps = {
  /** Undefined: nothing went wrong. */
  readonly message: string | undefined;
  readonly onClose: () => void;
};

/** Reports that an action failed (specification 8, "Unexpected Error"). */
export function ErrorDialog({ message, onClose }: ErrorDialogProps) {
  return (
    <Dialog
      title="Unexpected Error"
      isOpen={message !== undefined}
      onClose={onClose}
      actions={<Button onClick={onClose}>Close</Button>}
    >
      <p role="alert">{message}</p>
    </Dialog>
  );
}
