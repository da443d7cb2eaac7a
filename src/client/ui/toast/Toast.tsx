import { useId, useEffect } from 'react';
import { Icon } from '../Icon.tsx';
import { useSwipe } from '../use-swipe.ts';
import { say, toastTexts } from '#texts/say.ts';
import './toast.css';

export type ToastContent = {
  readonly severity: 'success' | 'error';
  /** Subject, e.g. "Success Notification" or "Log In Error" (docs/behavior.md 2.11). */
  readonly label: string;
  readonly message: string;
};

/** Creates a success toast. */
export function successToast(message: string): ToastContent {
  return { severity: 'success', label: say(toastTexts.success), message };
}

type ToastProps = ToastContent & { readonly onClose: () => void };

/** Message announced immediately (decision 15). */
export function Toast({ severity, label, message, onClose }: ToastProps) {
  const labelId = useId();
  const swipe = useSwipe('sideways', onClose);
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

/** While mounted, F8 focuses the newest toast (docs/behavior.md 9). */
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

/** Milliseconds a toast is shown (docs/behavior.md 9). */
export const TOAST_DURATIONS = { success: 5_000, error: 300_000 } as const;
