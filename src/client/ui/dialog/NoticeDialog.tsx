import { type ReactNode, useState } from 'react';
import { Button } from '../Button.tsx';
import { Dialog } from './Dialog.tsx';
import { say, dialogTexts, errorTexts } from '#texts/say.ts';

type NoticeDialogProps = {
  readonly title: string;
  readonly text: string;
  readonly onClose: () => void;
  /** Replaces OK. */
  readonly actions?: ReactNode;
};

/** Explains why an action is unavailable. */
export function NoticeDialog({ title, text, onClose, actions }: NoticeDialogProps) {
  const close = <Button autoFocus onClick={onClose} text={dialogTexts.ok} />;
  return (
    <Dialog title={title} isOpen onClose={onClose} actions={actions ?? close}>
      <p>{text}</p>
    </Dialog>
  );
}

type ConfirmDialogProps = {
  /** Names what will be lost. */
  readonly title: string;
  readonly text: string;
  readonly confirmLabel: string;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
};

/** Confirms a deletion. Focuses Cancel, so that Enter deletes nothing. */
export function ConfirmDialog({ confirmLabel, onConfirm, ...notice }: ConfirmDialogProps) {
  const actions = (
    <>
      <Button look="secondary" autoFocus onClick={notice.onClose} text={dialogTexts.cancel} />
      <Button isDeletion onClick={onConfirm}>
        {confirmLabel}
      </Button>
    </>
  );
  return <NoticeDialog {...notice} actions={actions} />;
}

type ErrorDialogProps = {
  /** Undefined without an error. */
  readonly message: string | undefined;
  readonly onClose: () => void;
};

/** Reports a failed action (docs/behavior.md 2.11). */
export function ErrorDialog({ message, onClose }: ErrorDialogProps) {
  return (
    <Dialog
      title={say(dialogTexts.unexpected)}
      isOpen={message !== undefined}
      onClose={onClose}
      actions={<Button onClick={onClose} text={dialogTexts.close} />}
    >
      <p role="alert">{message}</p>
    </Dialog>
  );
}

/** In place of a part that fails to render: a dialog, then a button that reloads. */
export function FailedPart() {
  const [isClosed, setClosed] = useState(false);
  return (
    <>
      <p>{say(dialogTexts.cannotShow)}</p>
      <Button look="secondary" onClick={() => window.location.reload()} text={errorTexts.reload} />
      <ErrorDialog
        message={isClosed ? undefined : say(errorTexts.unexpected)}
        onClose={() => setClosed(true)}
      />
    </>
  );
}
