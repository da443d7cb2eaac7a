import { useEffect, useState, type Dispatch, type SetStateAction, useTransition } from 'react';
import { type ToastContent, TOAST_DURATIONS, useToastKey } from '#client/ui/toast/Toast.tsx';

export type ShowToast = Dispatch<SetStateAction<ToastContent | undefined>>;

/** The one toast of a card, and what shows another; it goes after its time, counted again for each. */
export function useCardToast(first: ToastContent | undefined): [ToastContent | undefined, ShowToast] {
  const [toast, showToast] = useState(first);
  useToastKey();
  useEffect(() => {
    if (!toast) return;
    const timer = setTimeout(() => showToast(undefined), TOAST_DURATIONS[toast.severity]);
    return () => clearTimeout(timer);
  }, [toast]);
  return [toast, showToast];
}

/** Sends a form once at a time; `isSending` until the next screen is there. */
export function useSendCard(onError: (error: unknown) => void): {
  readonly isSending: boolean;
  readonly send: (call: () => Promise<void>) => void;
} {
  const [isSending, startTransition] = useTransition();
  const send = (call: () => Promise<void>): void => {
    startTransition(async () => {
      try {
        await call();
      } catch (error) {
        onError(error);
      }
    });
  };
  return { isSending, send };
}
