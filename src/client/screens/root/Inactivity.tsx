import { useEffect, useRef, useState } from 'react';
import { useIdleTimer } from 'react-idle-timer';
import { Button } from '#client/ui/Button.tsx';
import { Dialog } from '#client/ui/dialog/Dialog.tsx';
import { say, sessionTexts, waitTexts } from '#texts/say.ts';
import { repeat } from '#client/ui/schedule.ts';

/** Milliseconds until log-out and of the warning before (docs/behavior.md 9). */
export const IDLE_TIMEOUT = 900_000;
export const PROMPT_BEFORE = 60_000;
/** Milliseconds of activity between calls: the server ends a session after 30 minutes without one. */
export const KEEP_EVERY = 600_000;

type InactivityProps = {
  /** Makes a call, so that the server's session goes on while a student reads. */
  readonly keepSession: () => void;
  readonly onIdle: () => void;
  readonly now?: () => number;
};

/** Warns when all tabs are inactive, then logs out (docs/behavior.md 4.6). */
export function Inactivity({ keepSession, onIdle, now = Date.now }: InactivityProps) {
  const [isPrompted, setPrompted] = useState(false);
  const lastSeen = useRef(now());
  const lastKept = useRef(now());
  const hasLeft = useRef(false);
  const leave = (): void => {
    setPrompted(false);
    if (hasLeft.current) return;
    hasLeft.current = true;
    onIdle();
  };
  /** Compares clocks, since timers pause during sleep. Activity in other tabs counts. */
  const checkClock = (): void => {
    const seenAnywhere = Math.max(lastSeen.current, idleTimer.getLastActiveTime()?.getTime() ?? 0);
    if (now() - seenAnywhere >= IDLE_TIMEOUT) return leave();
    lastSeen.current = now();
    if (now() - lastKept.current < KEEP_EVERY) return;
    lastKept.current = now();
    keepSession();
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
      title={say(sessionTexts.stillWorking)}
      isOpen={isPrompted}
      actions={
        <>
          <Button autoFocus onClick={() => idleTimer.activate()} text={sessionTexts.stay} />
          <Button look="secondary" onClick={leave} text={sessionTexts.leave} />
        </>
      }
    >
      <p role="alert">{say(sessionTexts.inactive)}</p>
      {isPrompted && <TimeLeft ms={() => idleTimer.getRemainingTime()} />}
    </Dialog>
  );
}

/** Visible countdown, not announced each second. */
function TimeLeft({ ms }: { readonly ms: () => number }) {
  const [left, setLeft] = useState(ms);
  useEffect(() => repeat(1_000, () => setLeft(ms())));
  const wait = say(waitTexts.seconds, { seconds: Math.max(0, Math.ceil(left / 1_000)) });
  return <p role="timer">{say(sessionTexts.endsIn, { wait })}</p>;
}
