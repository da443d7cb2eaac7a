import { useId, useRef, type PointerEvent, useEffect } from 'react';
import { Icon } from '../Icon.tsx';
import { say } from '#texts/say.ts';
import { toastTexts } from '#generated/texts.ts';
import './toast.css';

export type ToastContent = {
  readonly severity: 'success' | 'error';
  /** What the toast is about, e.g. "Success Notification" or "Log In Error" (docs/behavior.md 2.11). */
  readonly label: string;
  readonly message: string;
};

/** Reports that something worked. */
export function successToast(message: string): ToastContent {
  return { severity: 'success', label: say(toastTexts.success), message };
}

type ToastProps = ToastContent & { readonly onClose: () => void };

/** A message read out at once; closed by button, swipe or its owner. Its label is its title (decision 15). */
export function Toast({ severity, label, message, onClose }: ToastProps) {
  const labelId = useId();
  const swipe = useSwipe(onClose);
  return (
    <div
      {...swipe}
      className={severity === 'error' ? 'toast panel notice notice-wrong' : 'toast panel notice'}
      role={severity === 'error' ? 'alert' : 'status'}
      aria-labelledby={labelId}
    >
      <Icon name={severity === 'error' ? 'alert' : 'check'} className="toast-icon" />
      <p className="toast-title" id={labelId}>
        {label}
      </p>
      <p className="toast-message">{message}</p>
      <button
        type="button"
        className="bare toast-close"
        aria-label={say(toastTexts.close, { label })}
        onClick={onClose}
      >
        <Icon name="close" />
      </button>
    </div>
  );
}

/** Pixels a finger moves before a swipe counts (docs/behavior.md 9). */
const THRESHOLD = 50;

type Swipe = { readonly pointer: number; readonly from: number };

/** Calls back after a sideways swipe; `--swipe` follows the finger. A mouse selects text instead. */
function useSwipe(onSwipe: () => void) {
  const swipe = useRef<Swipe>(undefined);
  const distance = (event: PointerEvent): number =>
    swipe.current?.pointer === event.pointerId ? event.clientX - swipe.current.from : 0;
  const end = (event: PointerEvent<HTMLElement>): void => {
    swipe.current = undefined;
    event.currentTarget.style.removeProperty('--swipe');
  };
  return {
    onPointerDown: (event: PointerEvent): void => {
      if (event.pointerType === 'mouse') return;
      swipe.current = { pointer: event.pointerId, from: event.clientX };
    },
    onPointerMove: (event: PointerEvent<HTMLElement>): void => {
      if (!swipe.current) return;
      event.currentTarget.style.setProperty('--swipe', `${distance(event)}px`);
    },
    onPointerUp: (event: PointerEvent<HTMLElement>): void => {
      const isSwipe = Math.abs(distance(event)) >= THRESHOLD;
      end(event);
      if (isSwipe) onSwipe();
    },
    onPointerCancel: end,
  };
}

/** While it is used, F8 goes to the newest toast (docs/behavior.md 9). */
export function useToastKey(): void {
  useEffect(() => {
    window.addEventListener('keydown', focusToast);
    return () => window.removeEventListener('keydown', focusToast);
  }, []);
}

function focusToast(event: KeyboardEvent): void {
  if (event.key !== 'F8') return;
  [...document.querySelectorAll<HTMLElement>('.toast button')].at(-1)?.focus();
}

/** Milliseconds a toast stays (docs/behavior.md 9). */
export const TOAST_DURATIONS = { success: 5_000, error: 300_000 } as const;
