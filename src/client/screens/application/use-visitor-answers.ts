import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { carriedBy } from './use-form-actions.ts';
import type { Application } from './application.ts';

/**
 * Keeps what a visitor typed in the navigation state when the page goes away, so that a reload, or the way
 * back from another site, does not lose it. The browser drops it with the tab; nothing else stores it.
 */
export function useVisitorAnswers(application: Pick<Application, 'autosave' | 'store'>): void {
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    if (application.autosave) return undefined;
    const keep = (): void => {
      void navigate({ pathname, search, hash }, { replace: true, state: carriedBy(application) });
    };
    // At `pagehide` it would be too late: the browser has taken the state of the entry already.
    window.addEventListener('beforeunload', keep);
    return () => window.removeEventListener('beforeunload', keep);
  }, [application, navigate, pathname, search, hash]);
}
