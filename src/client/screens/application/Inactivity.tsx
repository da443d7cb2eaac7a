import { useRef, useState } from 'react';
import { useIdleTimer } from 'react-idle-timer';
import { Button } from '#client/components/Button.tsx';
import { Dialog } from '#client/components/Dialog.tsx';

/** Milliseconds without a sign of life until the log-out, and how long before it is announced (specification 9). */
export const IDLE_TIMEOUT = 900_000;
export const PROMPT_BEFORE = 60_000;

/** Warns a student who does nothing any more, then logs out (specification 4, "Inactivity"). */
export function Inactivity({ onIdle, now = Date.now }: { onIdle: () => void; now?: () => number }) {
  const [isPrompted, setPrompted] = useState(false);
  const lastSeen = useRef(now());
  const hasLeft = useRef(false);
  const leave = (): void => {
    setPrompted(false);
    if (hasLeft.current) return;
    hasLeft.current = true;
    onIdle();
  };
  /** Timers stand still while a computer sleeps; the clock does not. */
  const checkClock = (): void => {
    if (now() - lastSeen.current >= IDLE_TIMEOUT) leave();
    else lastSeen.current = now();
  };
  const idleTimer = useIdleTimer({
    timeout: IDLE_TIMEOUT,
    promptBeforeIdle: PROMPT_BEFORE,
    throttle: 200,
    crossTab: true,
    syncTimers: 200,
    onPrompt: () => setPrompted(true),
    onActive: () => {
      setPrompted(false);
      checkClock();
    },
    onAction: checkClock,
    onIdle: leave,
  });
  return (
    <Dialog
      title="Still working?"
      isOpen={isPrompted}
      actions={
        <>
          <Button onClick={() => idleTimer.activate()}>Yes - Take me back to my application</Button>
          <Button look="secondary" onClick={leave}>
            No - Please log me out
          </Button>
        </>
      }
    >
      <p>
        We have not heard from you for a while. To keep your answers private you will be logged out in a
        minute.
      </p>
    </Dialog>
  );
}
