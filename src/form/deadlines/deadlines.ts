import { answerByKey, isAnswered } from '../definition/answer.ts';
import type { Answers } from '../definition/definition.ts';
import { isRecord } from '../definition/own-property.ts';

/** Application deadline for one term. */
export type Deadline = {
  /** The term's answer value, and its label. */
  readonly term: string;
  readonly label: string;
  /** Exclusive end as ISO instant: the end of the minute set by the partner. */
  readonly ends: string;
  /** Day on which applicants hear from the partner, such as 2027-03-15. */
  readonly decision?: string | undefined;
};

/** Deadlines of a partner, compiled from its settings. */
export type Deadlines = {
  /** Key of the term question. */
  readonly question: string;
  readonly timeZone: string;
  /** Whether late applications are accepted. */
  readonly afterDeadline: 'accept' | 'refuse';
  /** The partner's text about that. */
  readonly sentence?: string | undefined;
  /** Minutes after the deadline that still count as on time. */
  readonly graceMinutes: number;
  /** Earliest first. */
  readonly dates: readonly Deadline[];
};

/** A deadline at present. `grace`: past, but still on time. */
export type DeadlineState = {
  readonly deadline: Deadline;
  readonly phase: 'open' | 'grace' | 'past';
  /** False if no term is chosen; it is then the next of all deadlines. */
  readonly isChosen: boolean;
  /** Milliseconds until the phase ends; 0 if past. */
  readonly leftMs: number;
};

export const SECOND_MS = 1000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
/** Time in milliseconds to retry a submission begun on time (decision 22). */
const RETRIES_MS = HOUR_MS;

/** Returns the deadlines of compiled settings; undefined without any. */
export function deadlinesOf({ deadlines }: { readonly deadlines?: unknown }): Deadlines | undefined {
  return isDeadlines(deadlines) ? deadlines : undefined;
}

/** Shallow check: the compiler's tests cover the rest of the shape. */
function isDeadlines(value: unknown): value is Deadlines {
  return isRecord(value) && typeof value['question'] === 'string' && Array.isArray(value['dates']);
}

/** Returns the deadline of the chosen term, or the next one while no term is chosen. */
export function deadlineState(deadlines: Deadlines, answers: Answers, now: Date): DeadlineState | undefined {
  const term = answerByKey(answers, deadlines.question);
  const isChosen = isAnswered(term);
  const states = deadlines.dates.map((deadline) => stateOf(deadlines, deadline, isChosen, now));
  return isChosen
    ? states.find(({ deadline }) => deadline.term === term)
    : states.find(({ phase }) => phase === 'open');
}

/** Returns the day of the decision about the chosen term. */
export function decisionDay(deadlines: Deadlines, answers: Answers): string | undefined {
  const term = answerByKey(answers, deadlines.question);
  return deadlines.dates.find((date) => date.term === term)?.decision;
}

function stateOf(deadlines: Deadlines, deadline: Deadline, isChosen: boolean, now: Date): DeadlineState {
  const open = Date.parse(deadline.ends) - now.getTime();
  if (open > 0) return { deadline, phase: 'open', isChosen, leftMs: open };
  const grace = open + deadlines.graceMinutes * MINUTE_MS;
  return grace > 0
    ? { deadline, phase: 'grace', isChosen, leftMs: grace }
    : { deadline, phase: 'past', isChosen, leftMs: 0 };
}

/** Milliseconds before the end of a phase from which seconds are displayed. */
export const SECONDS_MS = 2 * MINUTE_MS;

/** Urgency of a deadline: its last 24 hours, last hour, last ten minutes with grace, or past. */
export type Urgency = 'day' | 'hour' | 'minutes' | 'past';

/** Returns the urgency of a deadline; undefined with more than a day left. */
export function urgencyOf({ phase, leftMs }: DeadlineState): Urgency | undefined {
  if (phase === 'past') return 'past';
  if (phase === 'grace' || leftMs < 10 * MINUTE_MS) return 'minutes';
  if (leftMs < HOUR_MS) return 'hour';
  return leftMs < 24 * HOUR_MS ? 'day' : undefined;
}

/** Whether a submission begun now may be retried after a time. */
export function isNear(ends: string, graceMinutes: number, now: Date): boolean {
  const left = Date.parse(ends) - now.getTime();
  return left <= RETRIES_MS && left + graceMinutes * MINUTE_MS > 0;
}

/** Whether a submission now is late for the chosen term. */
export type Timing = { readonly deadline: Deadline; readonly isLate: boolean };

/** When a submission arrived; one begun in time, at `begunAt`, can be retried for an hour. */
type Arrival = { readonly now: Date; readonly begunAt: Date | null };

/** Evaluates the time of a submission. */
export function timingOf(deadlines: Deadlines, answers: Answers, arrival: Arrival): Timing | undefined {
  const state = deadlineState(deadlines, answers, arrival.now);
  if (state === undefined || !state.isChosen) return undefined;
  const { deadline } = state;
  return { deadline, isLate: isPast(deadline.ends, deadlines.graceMinutes, arrival) };
}

/** Whether a submission arrived after a time and its grace period. */
export function isPast(ends: string, graceMinutes: number, { now, begunAt }: Arrival): boolean {
  const end = Date.parse(ends) + graceMinutes * MINUTE_MS;
  const isRetry = begunAt !== null && now.getTime() - begunAt.getTime() < RETRIES_MS;
  return now.getTime() >= end && !(isRetry && begunAt.getTime() < end);
}
