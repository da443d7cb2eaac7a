import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { onPageHidden } from '#client/events/page-visibility.ts';
import { useServices } from '#client/data/services.ts';
import { restorePosition, isReloadOrBack, savePosition, readPosition } from './scroll-position.ts';
import { isFirstScreen } from '#client/screens/use-screen-focus.ts';

/**
 * Brings somebody who loads a page of the form again, or comes back to it from elsewhere, to where they were. The
 * browser would try that while only the spinner is there.
 *
 * @returns true at the address with which the page was loaded so: the question that it names was brought before
 */
export function useScrollRestoration(): boolean {
  const services = useServices();
  const { key, pathname } = useLocation();
  const [loaded] = useState(() =>
    isFirstScreen(services) && isReloadOrBack() ? { key, place: readPosition(pathname) } : undefined,
  );
  const place = loaded?.key === key ? loaded.place : undefined;
  useEffect(() => {
    if (place) restorePosition(place);
  }, [place]);
  useEffect(() => onPageHidden(() => savePosition(pathname)), [pathname]);
  return place !== undefined;
}
