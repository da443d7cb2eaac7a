import { useEffect } from 'react';
import { useServices } from '#client/data/services.ts';
import { onPageHidden } from '#client/events/page-visibility.ts';
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
    return onPageHidden(() => keepVisitorAnswers(application, carried));
  }, [application, carried]);
}
