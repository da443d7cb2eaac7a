import type { AnswerValue, Question } from '../definition/definition.ts';
import type { CalendarBound } from '../definition/calendar-bound.ts';
import { isExistingDay } from './formats.ts';

const YEAR = /^\d{4}$/;

/**
 * The messages of the bounds an answer breaks: `earliest` and `latest`, both inclusive, counted from the UTC
 * calendar day of `now` (docs/behavior.md 5.6). What is neither an
 * existing day (YYYY-MM-DD) nor a four-digit year breaks no bound: its format is wrong already.
 */
export function brokenBounds(question: Question, answer: AnswerValue, now: Date): readonly string[] {
  const { earliest, latest } = question;
  if (!earliest && !latest) return [];
  if (typeof answer !== 'string' || !(isExistingDay(answer) || YEAR.test(answer))) return [];
  return [
    ...(earliest && precisionOf(earliest, answer) < limitOf(earliest, answer, now)
      ? [messageOf(earliest, now)]
      : []),
    ...(latest && precisionOf(latest, answer) > limitOf(latest, answer, now) ? [messageOf(latest, now)] : []),
  ];
}

/** Where only the year counts, or only the year is known, years are compared, else days. */
function precisionOf(bound: CalendarBound, answer: string): string {
  return bound.unit === 'year' ? answer.slice(0, 4) : answer;
}

function limitOf(bound: CalendarBound, answer: string, now: Date): string {
  const limit = shiftedDay(now, bound.years);
  return bound.unit === 'year' || YEAR.test(answer) ? limit.slice(0, 4) : limit;
}

function messageOf(bound: CalendarBound, now: Date): string {
  return bound.message.replaceAll('{year}', shiftedDay(now, bound.years).slice(0, 4));
}

/**
 * The same UTC day some years away, YYYY-MM-DD. 29 February becomes the 28th in a year that has none, so
 * that nobody born on 1 March counts as a year older on the last of February.
 */
function shiftedDay(now: Date, years: number): string {
  const year = String(now.getUTCFullYear() + years).padStart(4, '0');
  const day = `${year}-${now.toISOString().slice(-19, -14)}`;
  return isExistingDay(day) ? day : `${year}-02-28`;
}
