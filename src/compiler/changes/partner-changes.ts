import { differences } from './pairs.ts';
import { deadlinesOf } from '#form/deadlines/deadlines.ts';
import { isRecord } from '#form/definition/own-property.ts';
import type { ComparedForm } from './compared-form.ts';
import type { Draft } from './draft.ts';
import { quote } from './sentence-words.ts';

/** Lists changes to the partner: settings, text overrides, lookup directories. */
export function partnerChanges(before: ComparedForm, after: ComparedForm): readonly Draft[] {
  return [
    ...differences(before.settings, after.settings).flatMap(([name, was, is]) =>
      settingChanges([name], was, is),
    ),
    ...differences(before.texts, after.texts).map(([key]) =>
      textChange(key, before.texts[key], after.texts[key]),
    ),
    ...differences(before.directories, after.directories).map((directory) => directoryChange(...directory)),
  ];
}

const HEADINGS: Readonly<Record<string, string>> = { colors: 'Colors', logo: 'Logo', links: 'Links' };

function settingChanges(path: readonly string[], was: unknown, is: unknown): readonly Draft[] {
  if (path[0] === 'logo') return logoChanges(was, is);
  if (path[0] === 'deadlines') return deadlineChanges(was, is);
  if (isRecord(was) && isRecord(is))
    return differences(was, is).flatMap(([name, old, current]) =>
      settingChanges([...path, name], old, current),
    );
  return [draft(HEADINGS[path[0] ?? ''], nameInWords(path), changed(was, is))];
}

/** Describes deadline changes, with term labels and local times. */
function deadlineChanges(was: unknown, is: unknown): readonly Draft[] {
  return differences(deadlineWords(was), deadlineWords(is)).map(([subject, before, after]) =>
    draft('Deadlines', subject, changed(before, after)),
  );
}

function deadlineWords(settings: unknown): Readonly<Record<string, string>> {
  const deadlines = deadlinesOf({ deadlines: settings });
  if (deadlines === undefined) return {};
  const { afterDeadline, dates, graceMinutes, question, sentence, timeZone } = deadlines;
  const times = dates.flatMap(({ term, label, ends, decision }) => [
    [
      `The deadline for ${quote(label)} (${term})`,
      `before ${clockWords(ends, timeZone)} (${timeZone})`,
    ] as const,
    ...(decision === undefined ? [] : [[`The decision for ${quote(label)} (${term})`, decision] as const]),
  ]);
  return {
    ...Object.fromEntries(times),
    'An application after the deadline': afterDeadline,
    'The grace after a deadline, in minutes,': String(graceMinutes),
    'The question for the term': question,
    ...(sentence !== undefined && { 'The message after a deadline': sentence }),
  };
}

/** Tolerates a time zone in an old version that this machine does not know. */
function clockWords(moment: string, timeZone: string): string {
  try {
    const time = new Intl.DateTimeFormat('en-US', { timeZone, dateStyle: 'long', timeStyle: 'short' });
    return time.format(new Date(moment));
  } catch {
    return moment;
  }
}

function changed(was: unknown, is: unknown): string {
  if (is === undefined) return `is no longer set (before: ${inWords(was)}).`;
  return was === undefined ? `is new: ${inWords(is)}.` : `is now ${inWords(is)} (before: ${inWords(was)}).`;
}

function inWords(value: unknown): string {
  if (typeof value === 'string') return /^#[0-9a-f]{3,8}$/i.test(value) ? value : quote(value);
  return JSON.stringify(value);
}

function nameInWords(path: readonly string[]): string {
  const [first = '', ...rest] = path;
  if (first === 'colors') return `The color ${quote(rest.join(' '))}`;
  if (first === 'links') return `The link ${quote(rest.join(' '))}`;
  const words = path.join(' ').replaceAll('_', ' ');
  return `The ${words.replace('short name', 'short name (in addresses of files and mails)')}`;
}

function draft(part: string | undefined, subject: string, predicate: string): Draft {
  return { kind: 'partner', heading: ['The partner', part ?? []].flat(), subject, predicate };
}

function logoChange(predicate: string, subject = 'The logo'): Draft {
  return draft('Logo', subject, predicate);
}

function logoChanges(was: unknown, is: unknown): readonly Draft[] {
  if (is === undefined) return [logoChange('is gone: the name of the partner is written in its place.')];
  if (was === undefined) return [logoChange('is new.')];
  return differences(Object(was), Object(is)).map(([name, before, after]) => {
    if (name === 'src') return logoChange('is another picture.');
    const subject = name === 'alt' ? 'What is read aloud of the logo' : `The ${name} of the logo`;
    return logoChange(changed(before, after), subject);
  });
}

function textChange(key: string, was: string | undefined, is: string | undefined): Draft {
  const [group = ''] = key.split('.');
  const heading = ['Texts of the form', group];
  const text = { kind: 'partner', heading } as const;
  if (was === undefined) return { ...text, subject: `The sentence ${quote(is ?? '')}`, predicate: 'is new.' };
  const predicate = is === undefined ? 'is no longer shown.' : `now reads ${quote(is)}.`;
  return { ...text, subject: quote(was), predicate };
}

function directoryChange(name: string, was: unknown, is: unknown): Draft {
  const changes = was === undefined ? 'is new.' : `is imported otherwise: ${JSON.stringify(is)}`;
  return {
    kind: 'partner',
    heading: ['Look-ups'],
    subject: `The directory "${name}" that a look-up searches`,
    predicate: is === undefined ? 'is gone.' : changes,
  };
}
