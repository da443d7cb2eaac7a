import { useRef, type PointerEvent } from 'react';

/** Pixels that a finger moves before a swipe counts (docs/behavior.md 9). */
const THRESHOLD = 50;

/** Handlers of an element that is swiped away; `--swipe` follows the finger. A mouse selects text instead. */
export function useSwipe(direction: 'sideways' | 'down', onSwipe: () => void) {
  const start = useRef<PointerEvent>(undefined);
  const distance = (event: PointerEvent): number => {
    if (start.current?.pointerId !== event.pointerId) return 0;
    if (direction === 'sideways') return event.clientX - start.current.clientX;
    return Math.max(0, event.clientY - start.current.clientY);
  };
  const end = ({ currentTarget }: PointerEvent<HTMLElement>): void => {
    start.current = undefined;
    currentTarget.style.removeProperty('--swipe');
  };
  return {
    onPointerDown: (event: PointerEvent): void => {
      if (event.pointerType !== 'mouse') start.current = event;
    },
    onPointerMove: (event: PointerEvent<HTMLElement>): void => {
      if (start.current) event.currentTarget.style.setProperty('--swipe', `${distance(event)}px`);
    },
    onPointerUp: (event: PointerEvent<HTMLElement>): void => {
      const isSwipe = Math.abs(distance(event)) >= THRESHOLD;
      end(event);
      if (isSwipe) onSwipe();
    },
    onPointerCancel: end,
  };
}
