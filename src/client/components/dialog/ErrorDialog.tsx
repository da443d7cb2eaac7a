import { Button } from '../Button.tsx';
import { Dialog } from './Dialog.tsx';

type ErrorDialogProps = {
  /** Undefined: nothing went wrong. */
  readonly message: string | undefined;
  readonly onClose: () => void;
};

/** Tells that an action did not work (specification 8, "Unexpected Error"). */
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
