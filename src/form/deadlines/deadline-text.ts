import {
  type Deadline,
  type Deadlines,
  type DeadlineState,
  deadlineState,
  HOUR_MS,
  MINUTE_MS,
  SECOND_MS,
  SECONDS_MS,
  urgencyOf,
} from './deadlines.ts';
import { dateText, listText, numberText } from '#texts/language.ts';
import { cycleTexts, deadlineTexts, ownText, say } from '#texts/say.ts';
import type { Cycle } from './cycle.ts';

const DAY_MS = 24 * HOUR_MS;
/** Beyond this distance, dates include the year. */
const NEAR_MS = 300 * DAY_MS;

/** A deadline in words, in parts that a screen can style. */
export type DeadlineWords = {
  readonly lead: string;
  /** Local time of the reader; undefined if it equals the partner's. */
  readonly own?: string | undefined;
  /** Remaining time, including the grace period once it has begun; undefined afterwards. */
  readonly left?: string | undefined;
  /** What happens after it; only in its last 24 hours. */
  readonly after?: string | undefined;
  /** Short form for narrow bars; undefined for a retry. */
  readonly short?: string | undefined;
};

/** Describes a deadline in the partner's time zone, and in the reader's `zone` if known. */
export function deadlineWords(
  deadlines: Deadlines,
  state: DeadlineState,
  {
    now,
    zone = deadlines.timeZone,
    isRetry = false,
  }: { readonly now: Date; readonly zone?: string; readonly isRetry?: boolean },
): DeadlineWords {
  const { deadline, phase, isChosen, leftMs } = state;
  const when = whenText(deadlines, deadline, now);
  if (phase === 'past' && isRetry) return { lead: say(deadlineTexts.retry, { when }) };
  if (phase === 'past') return { lead: pastText(deadlines, when), short: say(deadlineTexts.passed) };
  const { timeZone, afterDeadline } = deadlines;
  const isAccepted = afterDeadline === 'accept';
  const short = shortText(state);
  const urgent = urgencyOf(state) && {
    after: say(isAccepted ? deadlineTexts.lateAccepted : deadlineTexts.lateRefused),
  };
  if (phase === 'grace') {
    const end = new Date(now.getTime() + leftMs - MINUTE_MS);
    const [until, time] = [timeText(end, timeZone), timeText(end, zone)];
    return {
      lead: say(isAccepted ? deadlineTexts.graceInTime : deadlineTexts.grace, { when, until }),
      own: time === until ? undefined : say(deadlineTexts.yours, { time }),
      left: leftText(leftMs),
      short,
      // An accepted one already includes the end of the grace period.
      ...(!isAccepted && urgent),
    };
  }
  const minute = lastMinute(deadline);
  const own = clockText(minute, zone, now);
  return {
    lead: isChosen
      ? say(deadlineTexts.by, { when })
      : say(deadlineTexts.byTerm, { term: deadline.label, when }),
    own: own === clockText(minute, timeZone, now) ? undefined : say(deadlineTexts.yours, { time: own }),
    left: leftText(leftMs),
    short,
    ...urgent,
  };
}

/** Returns the next deadline of all; '' if there is none. */
export function nextDeadlineText(deadlines: Deadlines | undefined, now: Date): string {
  const state = deadlines && deadlineState(deadlines, {}, now);
  return state ? deadlineWords(deadlines, state, { now }).lead : '';
}

/** `Due in 20 min`; in the grace period `12 min left`. */
function shortText({ deadline, phase, isChosen, leftMs }: DeadlineState): string {
  const time = timeLeft(leftMs, 'short');
  if (phase === 'grace') return say(deadlineTexts.left, { time });
  return isChosen
    ? say(deadlineTexts.due, { time })
    : say(deadlineTexts.dueTerm, { term: deadline.label, time });
}

/** `January 15, 11:59 PM Denver time`; with the year if far away. */
function whenText(
  { timeZone }: Pick<Deadlines, 'timeZone'>,
  deadline: Pick<Deadline, 'ends'>,
  now: Date,
): string {
  const time = clockText(lastMinute(deadline), timeZone, now);
  return say(deadlineTexts.when, { time, place: placeOf(timeZone) });
}

/** Returns the partner's text for a past deadline, else the default. */
export function refusalText(deadlines: Deadlines, deadline: Deadline, now: Date): string {
  const { sentence } = deadlines;
  if (sentence !== undefined) return ownText({ text: sentence });
  return say(deadlineTexts.refused, { when: whenText(deadlines, deadline, now) });
}

/** States that a cycle is not open yet, or no longer. */
export function cycleText(
  { name: cycle, opens, closes }: Cycle,
  { time_zone: timeZone = 'UTC' }: { readonly time_zone?: string },
  now: Date,
): string {
  const isEarly = opens !== undefined && now < new Date(opens);
  // Deadlines show the last minute, an opening the first one.
  const ends = isEarly ? new Date(Date.parse(opens) + MINUTE_MS).toISOString() : (closes ?? '');
  const when = whenText({ timeZone }, { ends }, now);
  return say(isEarly ? cycleTexts.early : cycleTexts.closed, { cycle, when });
}

/** States whether an application was submitted on time. */
export function submittedText(
  deadlines: Pick<Deadlines, 'timeZone'>,
  { deadline, isLate, now }: { readonly deadline: Date; readonly isLate: boolean; readonly now: Date },
): string {
  const when = whenText(deadlines, { ends: deadline.toISOString() }, now);
  return isLate ? say(deadlineTexts.wasLate, { when }) : say(deadlineTexts.inTime, { when });
}

function pastText({ afterDeadline, sentence }: Deadlines, when: string): string {
  const was = say(deadlineTexts.was, { when });
  const then = say(afterDeadline === 'accept' ? deadlineTexts.stillAccepted : deadlineTexts.closed);
  return `${was} ${sentence ?? then}`;
}

/** Formats the remaining time for emails: whole days, on the last day hours. */
export function approximateTime(leftMs: number): string {
  const days = Math.floor((leftMs + HOUR_MS) / DAY_MS);
  if (days > 0) return say(deadlineTexts.left, { time: countText(days, 'day') });
  const hours = Math.floor(leftMs / HOUR_MS);
  return hours > 0 ? say(deadlineTexts.left, { time: countText(hours, 'hour') }) : leftText(leftMs);
}

/** `3 days left` */
function leftText(leftMs: number): string {
  return say(deadlineTexts.left, { time: timeLeft(leftMs, 'long') });
}

/** `3 days`; on the last day hours and minutes, in the last two minutes with seconds. */
function timeLeft(leftMs: number, unitDisplay: 'long' | 'short'): string {
  if (leftMs >= DAY_MS) return countText(Math.floor(leftMs / DAY_MS), 'day', unitDisplay);
  const isCounted = leftMs <= SECONDS_MS;
  const seconds = isCounted ? Math.ceil(leftMs / SECOND_MS) : Math.floor(leftMs / MINUTE_MS) * 60;
  const parts = [
    [Math.floor(seconds / 3600), 'hour'],
    [Math.floor(seconds / 60) % 60, 'minute'],
    [seconds % 60, 'second'],
  ] as const;
  const shown = parts.filter(([number]) => number > 0);
  return listText(
    shown.map(([number, unit]) => countText(number, unit, unitDisplay)),
    'unit',
  );
}

function countText(
  number: number,
  unit: 'day' | 'hour' | 'minute' | 'second',
  unitDisplay: 'long' | 'short' = 'long',
): string {
  return numberText(number, { style: 'unit', unit, unitDisplay });
}

/** The last minute that is on time. */
function lastMinute({ ends }: Pick<Deadline, 'ends'>): Date {
  return new Date(Date.parse(ends) - MINUTE_MS);
}

function clockText(moment: Date, timeZone: string, now: Date): string {
  const isFar = Math.abs(moment.getTime() - now.getTime()) > NEAR_MS;
  const day = { timeZone, month: 'long', day: 'numeric' } as const;
  const date = dateText(moment, isFar ? { ...day, year: 'numeric' } : day);
  return say(deadlineTexts.moment, { date, time: timeText(moment, timeZone) });
}

function timeText(moment: Date, timeZone: string): string {
  return dateText(moment, { timeZone, hour: 'numeric', minute: '2-digit' });
}

/** Returns the city of a time zone. */
function placeOf(timeZone: string): string {
  return timeZone.slice(timeZone.lastIndexOf('/') + 1).replaceAll('_', ' ');
}
