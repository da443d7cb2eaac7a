import { useId, useLayoutEffect, useRef, type PointerEvent, type ReactNode, type RefObject } from 'react';
import { CloseButton } from '../Button.tsx';
import './dialog.css';

type SheetProps = {
  readonly title: string;
  /** Escape, a press outside it, a swipe down, its button. */
  readonly onClose: () => void;
  readonly children: ReactNode;
};

/** Pixels that a finger moves down before a swipe counts (docs/behavior.md 9). */
const THRESHOLD = 50;

/** Native dialog at the lower edge of a phone, which works without a connection. */
export function Sheet({ title, onClose, children }: SheetProps) {
  const titleId = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const swipe = useSwipeDown(dialog, onClose);
  // The browser gives the focus back only while the dialog is still in the page.
  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    shown?.querySelector<HTMLElement>('[aria-current]')?.focus();
    return () => shown?.close();
  }, []);
  return (
    <dialog
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
        <div className="sheet-head" {...swipe}>
          <h2 id={titleId}>{title}</h2>
          <CloseButton onClick={onClose} />
        </div>
        {children}
      </div>
    </dialog>
  );
}

/** Handlers for the upper edge of the sheet, which follows the finger. A mouse has the button. */
function useSwipeDown(dialog: RefObject<HTMLElement | null>, onSwipe: () => void) {
  const from = useRef<number>(undefined);
  const distance = (event: PointerEvent): number =>
    from.current === undefined ? 0 : Math.max(0, event.clientY - from.current);
  const follow = (pixels: number): void => dialog.current?.style.setProperty('--swipe', `${pixels}px`);
  const end = (): void => {
    from.current = undefined;
    follow(0);
  };
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>): void => {
      const isButton = event.target instanceof Element && event.target.closest('button') !== null;
      if (event.pointerType === 'mouse' || isButton) return;
      from.current = event.clientY;
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove: (event: PointerEvent): void => follow(distance(event)),
    onPointerUp: (event: PointerEvent): void => {
      const isSwipe = distance(event) >= THRESHOLD;
      end();
      if (isSwipe) onSwipe();
    },
    onPointerCancel: end,
  };
}
