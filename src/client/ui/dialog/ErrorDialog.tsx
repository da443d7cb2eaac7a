import { Button } from '../Button.tsx';
import { Dialog } from './Dialog.tsx';
import { say } from '#texts/say.ts';
import { dialogTexts } from '#generated/texts.ts';

type ErrorDialogProps = {
  /** Undefined: nothing went wrong. */
  readonly message: string | undefined;
  readonly onClose: () => void;
};

/** Reports that an action failed (docs/behavior.md 2.11). */
export function ErrorDialog({ message, onClose }: ErrorDialogProps) {
  return (
    <Dialog
      title={say(dialogTexts.unexpected)}
      isOpen={message !== undefined}
      onClose={onClose}
      actions={<Button onClick={onClose}>{say(dialogTexts.close)}</Button>}
    >
      <p role="alert">{message}</p>
    </Dialog>
  );
}
