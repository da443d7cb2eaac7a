import { useCallback, useState } from 'react';

/** State of the studio, stored in the URL for sharing. */
export type View = {
  /** ID of the selected tree node. */
  readonly chosen?: string | undefined;
  /** Name of the persona; without one the form is empty. */
  readonly as?: string | undefined;
  readonly width: 'phone' | 'desktop';
  readonly partner?: string;
};

/** Returns the view, and a function that updates parts of it. */
export function useView(): readonly [View, (change: Partial<View>) => void] {
  const [view, setView] = useState(() => readView(window.location.search));
  const change = useCallback((part: Partial<View>) => {
    setView((before) => {
      const next = { ...before, ...part };
      const words = Object.entries(next).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, value]],
      );
      window.history.replaceState(null, '', `?${new URLSearchParams(words).toString()}`);
      return next;
    });
  }, []);
  return [view, change];
}

function readView(search: string): View {
  const { chosen, as, width, partner } = Object.fromEntries(new URLSearchParams(search));
  return {
    // On narrow screens, a scaled desktop would be unreadable.
    width: width === 'phone' || (width === undefined && window.innerWidth < 900) ? 'phone' : 'desktop',
    ...(chosen !== undefined && { chosen }),
    ...(as !== undefined && { as }),
    ...(partner !== undefined && { partner }),
  };
}
