import { useEffect, useRef, type RefObject } from 'react';
import { useLocation } from 'react-router';

/**
 * After a change of screen the focus goes to its heading and the window to its top, as if it had been loaded;
 * unless the address names a question, which then takes the focus itself.
 */
export function useScreenFocus(screen: string): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(screen);
  const { hash } = useLocation();
  const namesQuestion = hash.length > 1;
  useEffect(() => {
    if (shown.current === screen) return;
    shown.current = screen;
    if (namesQuestion) return;
    window.scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
  }, [screen, namesQuestion]);
  return heading;
}
