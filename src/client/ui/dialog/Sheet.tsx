import { useId, useLayoutEffect, useRef, type ReactNode } from 'react';
import { Button } from '../Button.tsx';
import { dialogTexts } from '#generated/texts.ts';
import { useSwipe } from '../use-swipe.ts';
import './dialog.css';

type SheetProps = {
  readonly title: string;
  /** Called on Escape, outside press, swipe down, or Close. */
  readonly onClose: () => void;
  readonly children: ReactNode;
};

/** Native dialog at a phone's bottom edge; works offline. */
export function Sheet({ title, onClose, children }: SheetProps) {
  const titleId = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const swipe = useSwipe('down', onClose);
  // Browsers restore focus only while the dialog is mounted.
  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    // The innermost one.
    [...(shown?.querySelectorAll<HTMLElement>('[aria-current]') ?? [])].at(-1)?.focus();
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
