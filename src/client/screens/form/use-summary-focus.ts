import { useEffect, useRef, type RefObject } from 'react';
import type { Refusal } from './use-refusal.ts';

/**
 * Puts the focus on the heading of the summary after a refused submit, as soon as the page it leads to is shown;
 * to be called after what gives the focus to a new page.
 */
export function useSummaryFocus(
  refusal: Refusal | undefined,
  path: string,
): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  const done = useRef<Refusal>(undefined);
  useEffect(() => {
    if (!refusal || done.current === refusal || refusal.path !== path) return;
    done.current = refusal;
    heading.current?.focus();
  }, [refusal, path]);
  return heading;
}
