import { useRef, type PointerEvent } from 'react';

/** Pixels a finger moves before a swipe counts (docs/behavior.md 9). */
const THRESHOLD = 50;

type Swipe = { readonly pointer: number; readonly from: number };

/**
 * Handlers that call back after a swipe to either side. In the meantime `--swipe` holds the distance, for a style
 * sheet that wants to follow the finger. A mouse selects text instead.
 */
export function useSwipe(onSwipe: () => void) {
  const swipe = useRef<Swipe>(undefined);
  const distance = (event: PointerEvent): number =>
    swipe.current?.pointer === event.pointerId ? event.clientX - swipe.current.from : 0;
  const end = (event: PointerEvent<HTMLElement>): void => {
    swipe.current = undefined;
    event.currentTarget.style.removeProperty('--swipe');
  };
  return {
    onPointerDown: (event: PointerEvent): void => {
      if (event.pointerType === 'mouse') return;
      swipe.current = { pointer: event.pointerId, from: event.clientX };
    },
    onPointerMove: (event: PointerEvent<HTMLElement>): void => {
      if (!swipe.current) return;
      event.currentTarget.style.setProperty('--swipe', `${distance(event)}px`);
    },
    onPointerUp: (event: PointerEvent<HTMLElement>): void => {
      const isSwipe = Math.abs(distance(event)) >= THRESHOLD;
      end(event);
      if (isSwipe) onSwipe();
    },
    onPointerCancel: end,
  };
}
