import { useEffect, useState, useTransition } from 'react';
import { type ToastContent, TOAST_DURATIONS, useToastKey } from '#client/ui/toast/Toast.tsx';
import { after } from '#client/ui/schedule.ts';

/** A card's toast and its persistent note. */
export function useCardToast(first: ToastContent | undefined) {
  const [toast, setToast] = useState(first);
  const [note, setNote] = useState<ToastContent>();
  useToastKey();
  useEffect(() => {
    return toast && after(TOAST_DURATIONS[toast.severity], () => setToast(undefined));
  }, [toast]);
  return {
    toast,
    note,
    /** Shows or clears the toast. Messages at fields need no note. */
    showToast: (next: ToastContent | undefined, isAtField = false): void => {
      setToast(next);
      setNote(isAtField ? undefined : next);
    },
    /** Closes a toast if still shown; its note stays. */
    closeToast: (shown = toast): void => setToast((now) => (now === shown ? undefined : now)),
  };
}

/** Sends a form without repeats; `isSending` lasts until the next screen. */
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
