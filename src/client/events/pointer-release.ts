/** What a pointer's events are heard on: the window. */
type Page = Pick<EventTarget, 'addEventListener' | 'removeEventListener'>;

export type PointerRelease = {
  /** Resolves at once while no button is pressed, otherwise after the click that the press becomes. */
  readonly wait: () => Promise<void>;
  readonly stop: () => void;
};

/**
 * Waits until the page may move. A press on one control takes what was typed in another before the button comes
 * up again; if a message came or went in between, the click would land beside its target and be lost.
 */
export function watchPointerRelease(page: Page): PointerRelease {
  let released = Promise.withResolvers<void>();
  released.resolve();
  const press = (): void => {
    released.resolve();
    released = Promise.withResolvers();
  };
  // The click is dispatched in the same task as the release, so the next task is after it.
  const release = (): void => {
    setTimeout(released.resolve, 0);
  };
  const listeners = [
    ['pointerdown', press],
    ['pointerup', release],
    ['pointercancel', release],
  ] as const;
  for (const [type, listener] of listeners) page.addEventListener(type, listener, true);
  return {
    wait: () => released.promise,
    stop: () => {
      for (const [type, listener] of listeners) page.removeEventListener(type, listener, true);
      released.resolve();
    },
  };
}
