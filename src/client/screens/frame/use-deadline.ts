import { useSyncExternalStore } from 'react';
import { deadlineWords, type DeadlineWords } from '#form/deadlines/deadline-text.ts';
import { deadlineState, timingOf } from '#form/deadlines/deadlines.ts';
import { useApplication } from '#client/session/application.ts';
import { useServices } from '#client/api/services.ts';
import { useMinute } from './use-minute.ts';

/** What is said of the deadline now, and whether the partner takes nothing any more. */
type DeadlineNow = { readonly words: DeadlineWords; readonly isClosed: boolean };

/**
 * The deadline that applies to the student, by the clock of the server, again each minute; undefined for a partner
 * without deadlines, and once the application is submitted.
 */
export function useDeadline(): DeadlineNow | undefined {
  const { store, student } = useApplication();
  const { partner, serverNow } = useServices();
  useMinute();
  const { deadlines } = partner;
  const { webStatus, submitBegunAt: begunAt } = useSyncExternalStore(student.subscribe, student.get);
  const term = useSyncExternalStore(store.subscribe, () =>
    deadlines === undefined ? undefined : store.state().answers[deadlines.question],
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
