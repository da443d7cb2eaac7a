import { useCallback, useState } from 'react';

/** How much smaller something is to be drawn so that it fits in the width of an element. */
export function useScale(
  width: number,
): readonly [number, (element: HTMLElement | null) => (() => void) | void] {
  const [room, setRoom] = useState(width);
  const observe = useCallback((element: HTMLElement | null) => {
    if (!element) return undefined;
    const observer = new ResizeObserver(() => setRoom(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [Math.min(1, room / width), observe];
}
