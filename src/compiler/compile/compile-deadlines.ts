import type { Deadlines } from '#form/deadlines/deadlines.ts';
import { momentsOf } from '#form/deadlines/local-time.ts';
import { optionsOf } from '#form/answers/option-lists.ts';
import type { FormDefinition } from '#form/definition/definition.ts';
import { questionsOf } from '#form/definition/form-part.ts';
import type { Cursor } from '../source/cursor.ts';

/** What is named is the last minute: who submits in it is in time. */
const LAST_MINUTE_MS = 60_000;

/**
 * The deadlines of a partner as moments, so that a browser needs neither the form nor the rules of a time zone to know
 * them; nothing where it has none. Of the hour that comes twice in autumn the later one is meant.
 */
export function compileDeadlines(
  partner: Cursor | undefined,
  definition: FormDefinition,
): { readonly deadlines?: Deadlines } {
  const written = partner?.at('deadlines');
  const question = written?.at('question')?.text();
  if (!written || question === undefined) return {};
  const timeZone = partner?.at('time_zone')?.text() ?? 'UTC';
  const labels = termsOf(definition, question);
  const dates = (written.at('dates')?.items() ?? []).flatMap((date) => {
    const term = date.at('term')?.text() ?? '';
    const minute = lastMoment(date.at('until')?.text() ?? '', timeZone);
    if (minute === undefined) return [];
    const ends = new Date(minute.getTime() + LAST_MINUTE_MS).toISOString();
    return [{ term, label: labels.get(term) ?? term, ends }];
  });
  const sentence = written.at('sentence')?.text();
  return {
    deadlines: {
      question,
      timeZone,
      afterDeadline: written.at('afterDeadline')?.text() === 'accept' ? 'accept' : 'refuse',
      ...(sentence === undefined ? {} : { sentence }),
      graceMinutes: written.at('grace_minutes')?.number() ?? 0,
      dates: dates.toSorted((a, b) => a.ends.localeCompare(b.ends)),
    },
  };
}

/** Value → label of what may be chosen in a question; empty for one without a list of its own. */
export function termsOf(definition: FormDefinition, key: string): ReadonlyMap<string, string> {
  const question = questionsOf(definition).get(key);
  if (question?.options === undefined || question.type !== 'string') return new Map();
  const now = new Date(0);
  return new Map(
    optionsOf(definition, question, { answers: {}, now }).map(({ value, label }) => [value, label]),
  );
}

function lastMoment(local: string, timeZone: string): Date | undefined {
  try {
    return momentsOf(local, timeZone).at(-1);
  } catch {
    return undefined;
  }
}
