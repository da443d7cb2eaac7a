import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { useServices, type Services } from '#client/api/services.ts';
import { say, pageTexts } from '#texts/say.ts';

/** Page loads that have shown a screen. */
const begun = new WeakSet<Services>();

/** Whether this page load has not shown a screen yet. */
export function isFirstScreen(services: Services): boolean {
  return !begun.has(services);
}

type ScreenHeadingProps = {
  /** A new value means a new screen. */
  readonly screen: string;
  readonly text: string;
  /** Title for the browser tab, if not the heading. */
  readonly title?: string;
};

/**
 * Heading and title, focused after a change of screen. Not focused if the address names a question, nor on first load.
 */
export function ScreenHeading({ screen, text, title = text }: ScreenHeadingProps) {
  const services = useServices();
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef<string>(undefined);
  const namesQuestion = useLocation().hash.length > 1;
  useTitle(title);
  useEffect(() => {
    if (shown.current === screen) return;
    shown.current = screen;
    const isFirst = isFirstScreen(services);
    begun.add(services);
    if (isFirst || namesQuestion) return;
    window.scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
  }, [services, screen, namesQuestion]);
  return (
    <h1 tabIndex={-1} ref={heading}>
      {text}
    </h1>
  );
}

/** Sets the document title, most specific part first (WCAG 2.4.2). */
export function useTitle(title: string): void {
  const { name } = useServices().partner;
  useEffect(() => {
    document.title = title === '' ? name : say(pageTexts.titled, { screen: title, name });
  }, [title, name]);
}
