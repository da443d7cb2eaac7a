import { useId } from 'react';
import { Icon } from '../Icon.tsx';
import { useSwipe } from './use-swipe.ts';
import { say } from '#texts/say.ts';
import { toastTexts } from '#generated/texts.ts';
import './toast.css';

export type ToastContent = {
  readonly severity: 'success' | 'error';
  /** What the toast is about, e.g. "Success Notification" or "Log In Error" (docs/behavior.md 2.11). */
  readonly label: string;
  readonly message: string;
};

type ToastProps = ToastContent & { readonly onClose: () => void };

/**
 * A message that is read out as soon as it appears. A button or a swipe closes it; its owner may, too. Its label is
 * its title: each holds the word Success or Error, or names what an error is about (decision 15).
 */
export function Toast({ severity, label, message, onClose }: ToastProps) {
  const labelId = useId();
  const swipe = useSwipe(onClose);
  return (
    <div
      {...swipe}
      className={`toast toast-${severity}`}
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
        className="toast-close"
        aria-label={say(toastTexts.close, { label })}
        onClick={onClose}
      >
        <Icon name="close" />
      </button>
    </div>
  );
}
