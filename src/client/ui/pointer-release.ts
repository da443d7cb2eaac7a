import { after } from './schedule.ts';

type PointerSource = Pick<EventTarget, 'addEventListener'>;
type PointerRelease = ReturnType<typeof followPointer>;

const followed = new WeakMap<PointerSource, PointerRelease>();

/**
 * Waits for the end of a press: a layout shift in between would move the click off its target.
 *
 * @param page where a pointer's events are heard: the window, which is listened to once however many ask
 */
export function pointerRelease(page: PointerSource): PointerRelease {
  const release = followed.get(page) ?? followPointer(page);
  followed.set(page, release);
  return release;
}

function followPointer(page: PointerSource) {
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
    after(0, end);
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
}
