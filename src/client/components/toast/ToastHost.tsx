import {
  closeSnackbar,
  enqueueSnackbar,
  SnackbarProvider,
  type CustomContentProps,
  type SnackbarKey,
} from 'notistack';
import { forwardRef, type ReactNode } from 'react';
import { Toast, type ToastContent } from './Toast.tsx';
import { TOAST_DURATIONS } from './toast-durations.ts';
import { useToastKey } from './use-toast-key.ts';

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

/** Where the toasts of the screens below it appear. Its styles need what toast-styles.ts makes. */
export function ToastHost({ children }: { readonly children: ReactNode }) {
  useToastKey();
  return (
    <SnackbarProvider
      maxSnack={3}
      Components={CONTENTS}
      classes={{ containerRoot: 'toasts' }}
      anchorOrigin={{ vertical: 'top', horizontal: 'right' }}
      preventDuplicate
    >
      {children}
    </SnackbarProvider>
  );
}

/** Label → the newest toast that has it. */
const newest = new Map<string, SnackbarKey>();

/** Shows a toast in the {@link ToastHost}; an error stays for five minutes. */
export function showToast({ severity, label, message }: ToastContent): void {
  const key = enqueueSnackbar(message, {
    variant: severity,
    label,
    text: message,
    autoHideDuration: TOAST_DURATIONS[severity],
  });
  newest.set(label, key);
}

/** Takes the newest toast of this label away, because its message no longer applies. */
export function dismissToast(label: string): void {
  const key = newest.get(label);
  if (key !== undefined) closeSnackbar(key);
  newest.delete(label);
}
