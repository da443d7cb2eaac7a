import { enqueueSnackbar, SnackbarProvider, useSnackbar, type CustomContentProps } from 'notistack';
import { forwardRef, useEffect, type ReactNode } from 'react';
import { Toast, type ToastContent } from './Toast.tsx';

/** Milliseconds a toast stays (specification 9). */
const DURATIONS = { success: 5_000, error: 300_000 } as const;

declare module 'notistack' {
  interface VariantOverrides {
    success: { label: string; text: string };
    error: { label: string; text: string };
  }
}

type NoticeProps = CustomContentProps & { label: string; text: string };

const Notice = forwardRef<HTMLDivElement, NoticeProps>(function Notice({ id, variant, label, text }, ref) {
  const { closeSnackbar } = useSnackbar();
  return (
    <div ref={ref}>
      <Toast
        isFloating
        severity={variant === 'error' ? 'error' : 'success'}
        label={label}
        message={text}
        onClose={() => closeSnackbar(id)}
      />
    </div>
  );
});

const CONTENTS = { success: Notice, error: Notice };

/** Where the toasts of the screens below it appear. Its styles need `window.__nonce__`. */
export function ToastHost({ children }: { children: ReactNode }) {
  useEffect(() => {
    window.addEventListener('keydown', focusToast);
    return () => window.removeEventListener('keydown', focusToast);
  }, []);
  return (
    <SnackbarProvider
      maxSnack={3}
      Components={CONTENTS}
      anchorOrigin={{ vertical: 'top', horizontal: 'right' }}
      preventDuplicate
    >
      {children}
    </SnackbarProvider>
  );
}

/** Shows a toast in the {@link ToastHost}; an error stays for five minutes. */
export function showToast({ severity, label, message }: ToastContent): void {
  enqueueSnackbar(message, {
    variant: severity,
    label,
    text: message,
    autoHideDuration: DURATIONS[severity],
  });
}

/** F8 goes to the newest toast (specification 9). */
function focusToast(event: KeyboardEvent): void {
  if (event.key !== 'F8') return;
  document.querySelector<HTMLElement>('.toast--floating button')?.focus();
}
