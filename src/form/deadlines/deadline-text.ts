import type { Deadline, Deadlines, DeadlineState } from './deadlines.ts';
import { dateText, listText, numberText } from '#texts/language.ts';
import { ownText, say } from '#texts/say.ts';
import { deadlineTexts } from '#generated/texts.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** A day further away is said with its year. */
const NEAR_MS = 300 * DAY_MS;

/** What is said of a deadline, in parts that a screen may set apart. */
export type DeadlineWords = {
  readonly lead: string;
  /** The moment that ends it where the reader is; undefined where clocks show the same. */
  readonly own?: string | undefined;
  /** How long there is still, the grace included once it has begun; undefined once all is over. */
  readonly left?: string | undefined;
};

/** Says a deadline in the partner's time zone, and in the reader's `zone` where that is known. */
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
  if (phase === 'past')
    return { lead: isRetry ? say(deadlineTexts.retry, { when }) : pastText(deadlines, when) };
  const { timeZone } = deadlines;
  if (phase === 'grace') {
    const end = new Date(now.getTime() + leftMs - MINUTE_MS);
    const [until, time] = [timeText(end, timeZone), timeText(end, zone)];
    return {
      lead: say(deadlineTexts.grace, { when, until }),
      own: time === until ? undefined : say(deadlineTexts.yours, { time }),
      left: leftText(leftMs),
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
  };
}

/** `January 15, 11:59 PM Denver time`; far away with its year. */
function whenText(
  { timeZone }: Pick<Deadlines, 'timeZone'>,
  deadline: Pick<Deadline, 'ends'>,
  now: Date,
): string {
  const time = clockText(lastMinute(deadline), timeZone, now);
  return say(deadlineTexts.when, { time, place: placeOf(timeZone) });
}

/** What the partner says once a deadline is past, else what the form says. */
export function refusalText(deadlines: Deadlines, deadline: Deadline, now: Date): string {
  const { sentence } = deadlines;
  if (sentence !== undefined) return ownText({ text: sentence });
  return say(deadlineTexts.refused, { when: whenText(deadlines, deadline, now) });
}

/** Says of what is submitted whether it came in time. */
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

/** Says the time left for an email that is read later: whole days, on the last day hours. */
export function roughlyLeft(leftMs: number): string {
  const days = Math.floor((leftMs + HOUR_MS) / DAY_MS);
  if (days > 0) return say(deadlineTexts.left, { time: count(days, 'day') });
  const hours = Math.floor(leftMs / HOUR_MS);
  return hours > 0 ? say(deadlineTexts.left, { time: count(hours, 'hour') }) : leftText(leftMs);
}

/** `3 days left`; on the last day hours and minutes. */
function leftText(leftMs: number): string {
  if (leftMs < MINUTE_MS) return say(deadlineTexts.lastMinute);
  const minutes = Math.floor(leftMs / MINUTE_MS);
  const hours = Math.floor(minutes / 60);
  if (leftMs >= DAY_MS) return say(deadlineTexts.left, { time: count(Math.floor(leftMs / DAY_MS), 'day') });
  const parts = [
    ...(hours === 0 ? [] : [count(hours, 'hour')]),
    ...(minutes % 60 === 0 ? [] : [count(minutes % 60, 'minute')]),
  ];
  return say(deadlineTexts.left, { time: listText(parts, 'unit') });
}

function count(number: number, unit: 'day' | 'hour' | 'minute'): string {
  return numberText(number, { style: 'unit', unit, unitDisplay: 'long' });
}

/** The minute that is named, and still counts. */
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

/** The city that names a time zone. */
function placeOf(timeZone: string): string {
  return timeZone.slice(timeZone.lastIndexOf('/') + 1).replaceAll('_', ' ');
}
