import {
  closeSnackbar,
  enqueueSnackbar,
  SnackbarProvider,
  type CustomContentProps,
  type SnackbarKey,
} from 'notistack';
import { forwardRef, useEffect } from 'react';
import { Toast, type ToastContent, TOAST_DURATIONS } from './Toast.tsx';

declare module 'notistack' {
  interface VariantOverrides {
    success: { label: string; text: string };
    error: { label: string; text: string };
  }
}

type NoticeProps = CustomContentProps & { readonly label: string; readonly text: string };

const Notice = forwardRef<HTMLDivElement, NoticeProps>(function Notice({ id, variant, label, text }, ref) {
  return (
    <div ref={ref}>
      <Toast
        severity={variant === 'error' ? 'error' : 'success'}
        label={label}
        message={text}
        onClose={() => closeSnackbar(id)}
      />
    </div>
  );
});

const CONTENTS = { success: Notice, error: Notice };

type SnackbarsProps = {
  /** Called when toasts can be shown. */
  readonly onReady: () => void;
};

/** Toast container. Requires the style element from toast-styles.ts. */
export function Snackbars({ onReady }: SnackbarsProps) {
  useEffect(onReady, [onReady]);
  return (
    <SnackbarProvider
      maxSnack={3}
      Components={CONTENTS}
      classes={{ containerRoot: 'toasts' }}
      anchorOrigin={{ vertical: 'top', horizontal: 'right' }}
      preventDuplicate
    />
  );
}

/** The newest toast by label. */
const newest = new Map<string, SnackbarKey>();

/** Shows a toast; errors stay five minutes. */
export function showToast({ severity, label, message }: ToastContent): void {
  const key = enqueueSnackbar(message, {
    variant: severity,
    label,
    text: message,
    autoHideDuration: TOAST_DURATIONS[severity],
  });
  newest.set(label, key);
}

/** Dismisses the newest toast with this label. */
export function dismissToast(label: string): void {
  const key = newest.get(label);
  if (key !== undefined) closeSnackbar(key);
  newest.delete(label);
}
