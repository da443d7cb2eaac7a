import { useId, useLayoutEffect, useRef } from 'react';
import { Button } from '#client/components/Button.tsx';

type ConfirmDialogProps = {
  readonly title: string;
  readonly text: string;
  readonly confirmLabel: string;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
};

/** A question that must be answered before something is lost. The platform's own modal dialog keeps the focus. */
export function ConfirmDialog({ title, text, confirmLabel, onConfirm, onClose }: ConfirmDialogProps) {
  const titleId = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  return (
    <dialog ref={dialog} className="form-dialog" aria-labelledby={titleId} onCancel={onClose}>
      <h2 id={titleId}>{title}</h2>
      <p>{text}</p>
      <div className="form-dialog-actions">
        <Button onClick={onConfirm}>{confirmLabel}</Button>
        <Button look="secondary" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </dialog>
  );
}
