import { useCallback, useState } from 'react';

/** What the studio shows, stored in the address so that it can be shared. */
export type View = {
  /** Id of the node of the tree. */
  readonly chosen?: string | undefined;
  /** Name of the persona; without one nothing is answered. */
  readonly as?: string | undefined;
  readonly width: 'phone' | 'desktop';
  readonly partner?: string;
};

/** The view, and a function that changes parts of it. */
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
    // Where there is little room, a wide screen would be scaled too small to be read.
    width: width === 'phone' || (width === undefined && window.innerWidth < 900) ? 'phone' : 'desktop',
    ...(chosen !== undefined && { chosen }),
    ...(as !== undefined && { as }),
    ...(partner !== undefined && { partner }),
  };
}
