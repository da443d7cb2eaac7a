import { useLayoutEffect, useRef } from 'react';
import { useApplication } from './application.ts';

/**
 * Notes where the student came in, so that they are taken back to their last page only once, and that they
 * went to another page since (docs/behavior.md 2.5).
 *
 * @param hasArrived false while the routing rules send them elsewhere
 */
export function useTrackNavigation(pathname: string, hasArrived: boolean): void {
  const { student } = useApplication();
  const cameInAt = useRef<string>(undefined);
  // Before the page is painted: the greeting, which goes with a change of the page, would push it down for a moment.
  useLayoutEffect(() => {
    if (!hasArrived) return;
    cameInAt.current ??= pathname;
    const current = student.get();
    const hasChangedPage = current.hasChangedPage || cameInAt.current !== pathname;
    if (current.returnTo === null && current.hasChangedPage === hasChangedPage) return;
    student.set({ ...current, returnTo: null, hasChangedPage });
  }, [student, pathname, hasArrived]);
}
