import { type DeadlineWords, deadlineWords } from '#form/deadlines/deadline-text.ts';
import { useSyncExternalStore, useEffect, useReducer } from 'react';
import { deadlineState, timingOf } from '#form/deadlines/deadlines.ts';
import { useApplication } from '#client/session/application.ts';
import { useServices } from '#client/api/services.ts';
import { onPageShown } from '#client/ui/page-visibility.ts';

/** Until when the student may apply, below the header; in the reader's own time, too, where clocks show another. */
export function Deadline() {
  const deadline = useDeadline();
  if (deadline === undefined) return null;
  return (
    <div className="deadline no-print">
      <DeadlineText words={deadline.words} />
    </div>
  );
}

/** A deadline in its parts. */
export function DeadlineText({ words: { lead, own, left } }: { readonly words: DeadlineWords }) {
  return (
    <p className="row centered deadline-text">
      <span>{lead}</span> {own !== undefined && <span className="deadline-own">({own})</span>}{' '}
      {left !== undefined && (
        <span className="deadline-left">
          <span className="deadline-dot">· </span>
          {left}
        </span>
      )}
    </p>
  );
}

/** The deadline in words, and whether the partner still accepts applications. */
type DeadlineNow = { readonly words: DeadlineWords; readonly isClosed: boolean };

/** The student's deadline by the server's clock, each minute; undefined without one or once submitted. */
export function useDeadline(): DeadlineNow | undefined {
  const { store, student } = useApplication();
  const { partner, serverNow } = useServices();
  useMinute();
  const { deadlines } = partner;
  const { webStatus, submitBegunAt: begunAt } = useSyncExternalStore(student.subscribe, student.get);
  const term = useSyncExternalStore(store.subscribe, () =>
    deadlines === undefined ? undefined : store.state().form.answers[deadlines.question],
  );
  if (deadlines === undefined || webStatus === 'submitted') return undefined;
  const now = serverNow();
  const answers = term === undefined ? {} : { [deadlines.question]: term };
  const state = deadlineState(deadlines, answers, now);
  if (state === undefined) return undefined;
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const isRetry = timingOf(deadlines, answers, { now, begunAt })?.isLate === false;
  return {
    words: deadlineWords(deadlines, state, { now, zone, isRetry }),
    isClosed: state.phase === 'past' && deadlines.afterDeadline === 'refuse' && !isRetry,
  };
}

const MINUTE_MS = 60_000;

/** Re-renders each minute, and when the page is visible again, because hidden pages pause timers. */
function useMinute(): void {
  const [, rerender] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    const timer = setInterval(rerender, MINUTE_MS);
    const stop = onPageShown(rerender);
    return () => {
      clearInterval(timer);
      stop();
    };
  }, []);
}
