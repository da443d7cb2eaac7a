import type { AnswerValue, CalendarBound, Question } from '../definition/definition.ts';
import { isExistingDay } from './formats.ts';

const YEAR = /^\d{4}$/;

/** Returns the messages of violated bounds, inclusive, in UTC days (docs/behavior.md 5.6). Non-dates violate none. */
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

/** Compares years if the bound or the answer has only a year, else days. */
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

/** Shifts a UTC day by years. February 29 becomes the 28th, so nobody born on March 1 counts as older. */
function shiftedDay(now: Date, years: number): string {
  const year = String(now.getUTCFullYear() + years).padStart(4, '0');
  const day = `${year}-${now.toISOString().slice(-19, -14)}`;
  return isExistingDay(day) ? day : `${year}-02-28`;
}
