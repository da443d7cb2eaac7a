import { useEffect, useState, type Dispatch, type SetStateAction } from 'react';
import type { ToastContent } from '#client/ui/toast/Toast.tsx';
import { TOAST_DURATIONS } from '#client/ui/toast/toast-durations.ts';
import { useToastKey } from '#client/ui/toast/use-toast-key.ts';

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
