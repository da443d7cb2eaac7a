import { useEffect, useRef, useState, type RefObject } from 'react';
import { type PointerRelease, watchPointerRelease } from '#client/ui/pointer-release.ts';

/**
 * A text next to a control as it is once the control is left: while it is used, nothing more is said, and while a
 * button is pressed, nothing moves. That there is nothing to say any more shows at once.
 *
 * @param place an element in the box of the question
 */
export function useOnceLeft(place: RefObject<HTMLElement | null>, now: string): string {
  const [shown, setShown] = useState(now);
  const pointer = useRef<PointerRelease>(undefined);
  useEffect(() => {
    const watched = watchPointerRelease(globalThis);
    pointer.current = watched;
    return watched.stop;
  }, []);
  useEffect(() => {
    const box = place.current?.closest('.box');
    const isInside = (target: EventTarget | null): boolean =>
      target instanceof Node && (box?.contains(target) ?? false);
    let isOver = false;
    const show = async (): Promise<void> => {
      await pointer.current?.wait();
      if (!isOver) setShown(now);
    };
    const leave = (event: Event): void => {
      if (!(event instanceof FocusEvent) || !isInside(event.relatedTarget)) void show();
    };
    if (now === '' || !isInside(document.activeElement)) void show();
    box?.addEventListener('focusout', leave);
    return () => {
      isOver = true;
      box?.removeEventListener('focusout', leave);
    };
  }, [place, now]);
  return shown;
}
