import { memoizeByObject } from '#form/definition/memoize-by-object.ts';

/**
 * Waits for the end of a press: a layout shift in between would move the click off its target.
 *
 * @param page where a pointer's events are heard: the window, which is listened to once however many ask
 */
export const pointerRelease = memoizeByObject((page: Pick<EventTarget, 'addEventListener'>) => {
  let released = Promise.withResolvers<void>();
  let isPressed = false;
  const end = (): void => {
    isPressed = false;
    released.resolve();
  };
  end();
  const press = (): void => {
    end();
    released = Promise.withResolvers();
    isPressed = true;
  };
  // The click is dispatched in the same task as the release, so the next task is after it.
  const release = (): void => {
    setTimeout(end, 0);
  };
  const listeners = [
    ['pointerdown', press],
    ['pointerup', release],
    ['pointercancel', release],
  ] as const;
  for (const [type, listener] of listeners) page.addEventListener(type, listener, true);
  return {
    /** True between a press and the click that it becomes. */
    isPressed: () => isPressed,
    /** Resolves at once while no button is pressed, otherwise after the click that the press becomes. */
    wait: () => released.promise,
  };
});
