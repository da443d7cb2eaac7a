import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { useServices, type Services } from '#client/api/services.ts';
import { say, pageTexts } from '#texts/say.ts';

/** The page loads that have shown a screen already. */
const begun = new WeakSet<Services>();

/** True until a page load has shown its first screen. */
export function isFirstScreen(services: Services): boolean {
  return !begun.has(services);
}

type ScreenHeadingProps = {
  /** Another value is another screen. */
  readonly screen: string;
  readonly text: string;
  /** Names the screen in the browser's tab, where its heading does not. */
  readonly title?: string;
};

/** Heading and title; focused after a change of screen unless the address names a question, never on first load. */
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

/** Names the screen in the browser's tab, the particular first (WCAG 2.4.2). */
export function useTitle(title: string): void {
  const { name } = useServices().partner;
  useEffect(() => {
    document.title = title === '' ? name : say(pageTexts.titled, { screen: title, name });
  }, [title, name]);
}
