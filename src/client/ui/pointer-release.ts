import { after } from './schedule.ts';

type PointerSource = Pick<EventTarget, 'addEventListener'>;
type PointerRelease = ReturnType<typeof followPointer>;

const followed = new WeakMap<PointerSource, PointerRelease>();

/**
 * Waits for a click to finish, because layout shifts would misdirect it.
 *
 * @param page event target, usually the window; listened to only once
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
  // The click fires in the same task as the release.
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
    /** Whether a press has not become a click yet. */
    isPressed: () => isPressed,
    /** Resolves now, or after the click if a pointer is pressed. */
    wait: () => released.promise,
  };
}
