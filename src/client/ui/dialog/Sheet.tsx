import { useId, useLayoutEffect, useRef, type ReactNode } from 'react';
import { Button } from '../Button.tsx';
import { dialogTexts } from '#generated/texts.ts';
import { useSwipe } from '../use-swipe.ts';
import './dialog.css';

type SheetProps = {
  readonly title: string;
  /** Escape, a press outside it, a swipe down, its button. */
  readonly onClose: () => void;
  readonly children: ReactNode;
};

/** Native dialog at the lower edge of a phone, which works without a connection. */
export function Sheet({ title, onClose, children }: SheetProps) {
  const titleId = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const swipe = useSwipe('down', onClose);
  // The browser gives the focus back only while the dialog is still in the page.
  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    shown?.querySelector<HTMLElement>('[aria-current]')?.focus();
    return () => shown?.close();
  }, []);
  return (
    <dialog
      {...swipe}
      ref={dialog}
      className="sheet"
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        if (event.target === dialog.current) onClose();
      }}
    >
      <div className="sheet-body">
        <div className="spread sheet-head">
          <h2 id={titleId}>{title}</h2>
          <Button look="secondary" onClick={onClose} text={dialogTexts.close} />
        </div>
        {children}
      </div>
    </dialog>
  );
}
