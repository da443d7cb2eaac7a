import { useEffect, useReducer } from 'react';
import { onPageShown } from '#client/ui/page-visibility.ts';

const MINUTE_MS = 60_000;

/** Draws again each minute, and when the page is seen again: in the meantime its timers may have rested. */
export function useMinute(): void {
  const [, drawAgain] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    const timer = setInterval(drawAgain, MINUTE_MS);
    const stop = onPageShown(drawAgain);
    return () => {
      clearInterval(timer);
      stop();
    };
  }, []);
}
