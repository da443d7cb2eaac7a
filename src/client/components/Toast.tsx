import { useId } from 'react';
import { Icon } from './Icon.tsx';
import './Toast.css';
import { useSwipe } from './use-swipe.ts';

export type ToastContent = {
  readonly severity: 'success' | 'error';
  /** Names the toast for the ear, e.g. "Success Notification" or "Log In Error" (specification 8). */
  readonly label: string;
  readonly message: string;
};

/** What the eye reads (specification 8, "Toast titles"). */
const TITLES = { success: 'Success', error: 'Error' } as const;

type ToastProps = ToastContent & {
  onClose: () => void;
  /** Lies above the page instead of standing in it. */
  isFloating?: boolean;
};

/** A message that is read out as soon as it appears. A button or a swipe closes it; its owner may, too. */
export function Toast({ severity, label, message, onClose, isFloating = false }: ToastProps) {
  const labelId = useId();
  const swipe = useSwipe(onClose);
  const className = `toast toast--${severity}${isFloating ? ' toast--floating' : ''}`;
  return (
    <div
      {...swipe}
      className={className}
      role={severity === 'error' ? 'alert' : 'status'}
      aria-labelledby={labelId}
    >
      <Icon name={severity === 'error' ? 'alert' : 'check'} className="toast__icon" />
      <p className="toast__title">
        <span className="visually-hidden" id={labelId}>
          {label}
        </span>
        <span aria-hidden="true">{TITLES[severity]}</span>
      </p>
      <p className="toast__message">{message}</p>
      <button type="button" className="toast__close" aria-label={`Close ${label}`} onClick={onClose}>
        <Icon name="close" />
      </button>
    </div>
  );
}
