import { useEffect } from 'react';

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
