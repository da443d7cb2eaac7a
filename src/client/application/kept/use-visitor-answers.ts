import { useEffect } from 'react';
import { useServices } from '#client/data/services.ts';
import type { Application } from '../application.ts';
import { keepVisitorAnswers } from './keep-answers.ts';

/**
 * Keeps what a visitor typed when the page goes away or is hidden (a phone may end a hidden page without a word),
 * so that a reload, or the way back from another site, does not lose it.
 */
export function useVisitorAnswers(application: Application): void {
  const { carried } = useServices();
  useEffect(() => {
    if (application.autosave) return undefined;
    const keep = (): void => keepVisitorAnswers(application, carried);
    const onVisibility = (): void => {
      if (document.visibilityState === 'hidden') keep();
    };
    window.addEventListener('pagehide', keep);
    document.addEventListener('visibilitychange', onVisibility);
    return () => {
      window.removeEventListener('pagehide', keep);
      document.removeEventListener('visibilitychange', onVisibility);
    };
  }, [application, carried]);
}
