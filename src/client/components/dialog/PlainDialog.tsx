import { useId, useLayoutEffect, useRef, type ReactNode } from 'react';
import './PlainDialog.css';

type PlainDialogProps = {
  readonly title: string;
  readonly text: string;
  /** Escape. */
  readonly onClose: () => void;
  /** The buttons, in the order of reading. */
  readonly children: ReactNode;
};

/**
 * A short text with its buttons, over the page. The platform's own modal dialog keeps the focus and gives it back;
 * it needs nothing that would have to be loaded while the connection may be gone.
 */
export function PlainDialog({ title, text, onClose, children }: PlainDialogProps) {
  const titleId = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  return (
    <dialog ref={dialog} className="plain-dialog" aria-labelledby={titleId} onCancel={onClose}>
      <h2 id={titleId}>{title}</h2>
      <p>{text}</p>
      <div className="plain-dialog-actions">{children}</div>
    </dialog>
  );
}
