import { answerByKey, isAnswered } from '../definition/answer.ts';
import type { Answers, Partner } from '../definition/definition.ts';
import { isRecord } from '../definition/own-property.ts';

/** Until when one may apply for one term. */
export type Deadline = {
  /** The answer that chooses the term, and its words. */
  readonly term: string;
  readonly label: string;
  /** The moment from which on it is too late, in ISO: the end of the minute that the partner named. */
  readonly ends: string;
};

/** The deadlines of a partner, as compiled of its settings. */
export type Deadlines = {
  /** Key of the question for the term. */
  readonly question: string;
  readonly timeZone: string;
  /** Whether what comes later is taken all the same. */
  readonly afterDeadline: 'accept' | 'refuse';
  /** What the partner says of that. */
  readonly sentence?: string | undefined;
  /** So many minutes later still count as in time. */
  readonly graceMinutes: number;
  /** The earliest first. */
  readonly dates: readonly Deadline[];
};

/** A deadline as it is now. `grace`: it is over, and what comes still counts as in time. */
export type DeadlineState = {
  readonly deadline: Deadline;
  readonly phase: 'open' | 'grace' | 'past';
  /** False while the student has not said for which term they apply: then it is the next one of all. */
  readonly isChosen: boolean;
  /** Milliseconds until the phase ends; 0 for a past one. */
  readonly leftMs: number;
};

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
/** So long after it was begun a submit may be tried again (decision 22). */
const RETRIES_MS = HOUR_MS;

/** The deadlines in compiled settings; undefined for a partner that has none. */
export function deadlinesOf({ deadlines }: Partner): Deadlines | undefined {
  return isDeadlines(deadlines) ? deadlines : undefined;
}

/** The compiler wrote it; its own tests cover the rest of the shape. */
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

function stateOf(deadlines: Deadlines, deadline: Deadline, isChosen: boolean, now: Date): DeadlineState {
  const open = Date.parse(deadline.ends) - now.getTime();
  if (open > 0) return { deadline, phase: 'open', isChosen, leftMs: open };
  const grace = open + deadlines.graceMinutes * MINUTE_MS;
  return grace > 0
    ? { deadline, phase: 'grace', isChosen, leftMs: grace }
    : { deadline, phase: 'past', isChosen, leftMs: 0 };
}

/** Milliseconds before the end of a phase from which on seconds are counted. */
export const SECONDS_MS = 2 * MINUTE_MS;

/** Milliseconds until what is said of a deadline is no longer true. */
export function msUntilChange({ phase, leftMs }: DeadlineState): number {
  // Of a retry, which ends within the hour, the second is known.
  if (phase === 'past') return SECOND_MS;
  // Seconds are rounded up, minutes down.
  return leftMs <= SECONDS_MS ? leftMs % SECOND_MS || SECOND_MS : (leftMs % MINUTE_MS) + 1;
}

/** How urgent a deadline is: its last 24 hours, last hour, last ten minutes with the grace, or past. */
export type Urgency = 'day' | 'hour' | 'minutes' | 'past';

/** Returns the urgency of a deadline; undefined while there is more than a day. */
export function urgencyOf({ phase, leftMs }: DeadlineState): Urgency | undefined {
  if (phase === 'past') return 'past';
  if (phase === 'grace' || leftMs < 10 * MINUTE_MS) return 'minutes';
  if (leftMs < HOUR_MS) return 'hour';
  return leftMs < 24 * HOUR_MS ? 'day' : undefined;
}

/** Whether a submit that is begun now may be tried again when the deadline is past. */
export function isNearEnd(deadlines: Deadlines, answers: Answers, now: Date): boolean {
  const state = deadlineState(deadlines, answers, now);
  if (state === undefined || !state.isChosen || state.phase === 'past') return false;
  return state.phase === 'grace' || state.leftMs <= RETRIES_MS;
}

/** Whether what is submitted now comes late for the term in the answers. */
export type Timing = { readonly deadline: Deadline; readonly isLate: boolean };

/** Evaluates the time of a submission; one begun in time, at `begunAt`, can be retried for an hour. */
export function timingOf(
  deadlines: Deadlines,
  answers: Answers,
  { now, begunAt }: { readonly now: Date; readonly begunAt: Date | null },
): Timing | undefined {
  const state = deadlineState(deadlines, answers, now);
  if (state === undefined || !state.isChosen) return undefined;
  const { deadline, phase } = state;
  const isRetry = begunAt !== null && now.getTime() - begunAt.getTime() < RETRIES_MS;
  const wasInTime = isRetry && stateOf(deadlines, deadline, true, begunAt).phase !== 'past';
  return { deadline, isLate: phase === 'past' && !wasInTime };
}
