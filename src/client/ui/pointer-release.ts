/** What a pointer's events are heard on: the window. */
type Page = Pick<EventTarget, 'addEventListener' | 'removeEventListener'>;

export type PointerRelease = {
  /** True between a press and the click that it becomes. */
  readonly isPressed: () => boolean;
  /** Resolves at once while no button is pressed, otherwise after the click that the press becomes. */
  readonly wait: () => Promise<void>;
  readonly stop: () => void;
};

/** Waits for the end of a press: a layout shift in between would move the click off its target. */
export function watchPointerRelease(page: Page): PointerRelease {
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
    isPressed: () => isPressed,
    wait: () => released.promise,
    stop: () => {
      for (const [type, listener] of listeners) page.removeEventListener(type, listener, true);
      end();
    },
  };
}
