import { useEffect, useRef, type RefObject } from 'react';
import { useLocation } from 'react-router';
import { useServices, type Services } from '#client/api/services.ts';

/** The page loads that have shown a screen already. */
const begun = new WeakSet<Services>();

/** True until a page load has shown its first screen. */
export function isFirstScreen(services: Services): boolean {
  return !begun.has(services);
}

/** Focuses the heading after a change of screen, unless the address names a question; never on first load. */
export function useScreenFocus(screen: string): RefObject<HTMLHeadingElement | null> {
  const services = useServices();
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef<string>(undefined);
  const { hash } = useLocation();
  const namesQuestion = hash.length > 1;
  useEffect(() => {
    if (shown.current === screen) return;
    shown.current = screen;
    const isFirst = isFirstScreen(services);
    begun.add(services);
    if (isFirst || namesQuestion) return;
    window.scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
  }, [services, screen, namesQuestion]);
  return heading;
}

/** Names the screen in the browser's tab, the particular first (WCAG 2.4.2). */
export function useTitle(title: string, institution: string): void {
  useEffect(() => {
    document.title = title === '' ? institution : `${title} – ${institution}`;
  }, [title, institution]);
}
