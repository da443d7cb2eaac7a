import { useRef, type PointerEvent } from 'react';

/** Minimum swipe distance in pixels (docs/behavior.md 9). */
const THRESHOLD = 50;

/** Handlers for a dismissing swipe; `--swipe` follows the finger. Ignores mice, which select text. */
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
