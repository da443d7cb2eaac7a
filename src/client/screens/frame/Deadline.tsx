import { type DeadlineWords, deadlineWords } from '#form/deadlines/deadline-text.ts';
import { useSyncExternalStore } from 'react';
import {
  type Deadlines,
  type Urgency,
  deadlineState,
  MINUTE_MS,
  SECOND_MS,
  SECONDS_MS,
  timingOf,
  urgencyOf,
} from '#form/deadlines/deadlines.ts';
import type { Answers } from '#form/definition/definition.ts';
import { useApplication } from '#client/session/application.ts';
import { useServices } from '#client/api/services.ts';
import { say, deadlineTexts } from '#texts/say.ts';
import { onPageShown } from '#client/ui/page-visibility.ts';
import { repeat } from '#client/ui/schedule.ts';

type DeadlineProps = {
  /** Whether it shows only in the last 24 hours, and after the deadline. */
  readonly isLate?: boolean;
};

/** The deadline, also in the user's time zone. */
export function Deadline({ isLate = false }: DeadlineProps) {
  const deadline = useDeadline();
  if (deadline === undefined || (isLate && deadline.urgency === undefined)) return null;
  return (
    <div className={`deadline no-print ${urgencyClass(deadline)}`}>
      <DeadlineText words={deadline.words} />
    </div>
  );
}

/** The parts of a deadline text. */
export function DeadlineText({ words: { lead, own, left, after } }: { readonly words: DeadlineWords }) {
  return (
    <p className="row centered deadline-text">
      <span>{lead}</span> {own !== undefined && <span className="deadline-own">{own}</span>}{' '}
      {left !== undefined && <span className="deadline-left">{left}</span>}
      {after !== undefined && <span className="deadline-after"> {after}</span>}
    </p>
  );
}

/** Time left, in a few words. */
export function DeadlineChip() {
  const deadline = useDeadline();
  if (deadline?.words.short === undefined) return null;
  return (
    <section aria-label={say(deadlineTexts.remaining)}>
      <p className={`deadline-chip ${urgencyClass(deadline)}`} role="timer">
        {deadline.words.short}
      </p>
    </section>
  );
}

function urgencyClass({ urgency }: DeadlineNow): string {
  return urgency === undefined ? '' : `deadline-${urgency}`;
}

/** Deadline text, and whether the partner still accepts applications. */
type DeadlineNow = {
  readonly words: DeadlineWords;
  readonly urgency: Urgency | undefined;
  readonly isClosed: boolean;
  /** Milliseconds of server time in which the words stay the same. */
  readonly unitMs: number;
};

/** The student's deadline in server time; undefined without one or once submitted. */
export function useDeadline(): DeadlineNow | undefined {
  const { store, student } = useApplication();
  const { partner, serverNow } = useServices();
  const { deadlines } = partner;
  const { webStatus, submitBegun } = useSyncExternalStore(student.subscribe, student.get);
  const term = useSyncExternalStore(store.subscribe, () =>
    deadlines === undefined ? undefined : store.state().form.answers[deadlines.question],
  );
  // As on the server, a submit that began in time counts only for its answers.
  const begunAt = useSyncExternalStore(store.subscribe, () =>
    submitBegun?.answers === store.state().form.answers ? submitBegun.at : null,
  );
  const answers = deadlines === undefined || term === undefined ? {} : { [deadlines.question]: term };
  const isOpen = deadlines !== undefined && webStatus !== 'submitted';
  const found = isOpen ? deadlineNow(deadlines, answers, serverNow(), begunAt) : undefined;
  const unitMs = found?.unitMs ?? MINUTE_MS;
  // From just after a whole unit, since deadlines are whole minutes.
  useSyncExternalStore(watchClock, () => Math.floor((serverNow().getTime() - 1) / unitMs));
  return found;
}

function deadlineNow(
  deadlines: Deadlines,
  answers: Answers,
  now: Date,
  begunAt: Date | null,
): DeadlineNow | undefined {
  const state = deadlineState(deadlines, answers, now);
  if (state === undefined) return undefined;
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const isRetry = timingOf(deadlines, answers, { now, begunAt })?.isLate === false;
  const isOver = state.phase === 'past' && !isRetry;
  return {
    words: deadlineWords(deadlines, state, { now, zone, isRetry }),
    urgency: urgencyOf(state),
    isClosed: isOver && deadlines.afterDeadline === 'refuse',
    unitMs: isOver || state.leftMs > SECONDS_MS ? MINUTE_MS : SECOND_MS,
  };
}

/** Poll interval in milliseconds, since the server's clock can be set. */
const LOOK_MS = 250;

/** Calls the listener at this interval, and when shown: hidden pages pause timers. */
function watchClock(listener: () => void): () => void {
  const stops = [repeat(LOOK_MS, listener), onPageShown(listener)];
  return () => stops.forEach((stop) => stop());
}
