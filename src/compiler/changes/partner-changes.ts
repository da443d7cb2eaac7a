import { deadlinesOf } from '#form/deadlines/deadlines.ts';
import { isRecord } from '#form/definition/own-property.ts';
import type { Compared } from './compared.ts';
import type { Draft } from './draft.ts';
import { otherMembers } from './question-changes.ts';
import { quoted, quotedApart } from './sentence-words.ts';

/** What the partner says and looks like, otherwise than before: its settings, its words for what the engine says, look-ups. */
export function partnerChanges(before: Compared, after: Compared): readonly Draft[] {
  return [
    ...otherMembers(before.settings, after.settings).flatMap(([name, was, is]) =>
      settingChanges([name], was, is),
    ),
    ...otherMembers(before.texts, after.texts).map(([key]) =>
      textChange(key, before.texts[key], after.texts[key]),
    ),
    ...otherMembers(before.directories, after.directories).map(([name, was, is]) =>
      directoryChange(name, was, is),
    ),
  ];
}

const HEADINGS: Readonly<Record<string, string>> = { colors: 'Colors', logo: 'Logo', links: 'Links' };

/** Settings that hold others are gone through. */
function settingChanges(path: readonly string[], was: unknown, is: unknown): readonly Draft[] {
  if (path[0] === 'logo') return logoChanges(was, is);
  if (path[0] === 'deadlines') return deadlineChanges(was, is);
  if (isRecord(was) && isRecord(is))
    return otherMembers(was, is).flatMap(([name, old, current]) =>
      settingChanges([...path, name], old, current),
    );
  const [first = ''] = path;
  const heading = ['The partner', ...(HEADINGS[first] === undefined ? [] : [HEADINGS[first]])];
  return [{ kind: 'partner', heading, subject: nameInWords(path), happened: changed(was, is) }];
}

/** Terms are named by their words, and times as students read them. */
function deadlineChanges(was: unknown, is: unknown): readonly Draft[] {
  const [old, current] = [deadlineWords(was), deadlineWords(is)];
  return [...new Set([...old.keys(), ...current.keys()])].flatMap((subject) => {
    const [before, after] = [old.get(subject), current.get(subject)];
    if (before === after) return [];
    return [
      { kind: 'partner', heading: ['The partner', 'Deadlines'], subject, happened: changed(before, after) },
    ];
  });
}

function deadlineWords(settings: unknown): ReadonlyMap<string, string> {
  const deadlines = deadlinesOf({ deadlines: settings });
  if (deadlines === undefined) return new Map();
  const { afterDeadline, dates, graceMinutes, question, sentence, timeZone } = deadlines;
  return new Map<string, string>([
    ...dates.map(({ term, label, ends }): readonly [string, string] => [
      `The deadline for ${quoted(label)} (${term})`,
      `before ${clockWords(ends, timeZone)} (${timeZone})`,
    ]),
    ['What becomes of an application that comes later', afterDeadline],
    ['The grace after a deadline, in minutes,', String(graceMinutes)],
    ['The question for the term', question],
    ...(sentence === undefined ? [] : [['What is said after a deadline', sentence] as const]),
  ]);
}

/** An older version may name a zone that this machine does not know. */
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
  if (typeof value === 'string') return /^#[0-9a-f]{3,8}$/i.test(value) ? value : quoted(value);
  return JSON.stringify(value);
}

function nameInWords(path: readonly string[]): string {
  const [first = '', ...rest] = path;
  if (first === 'colors') return `The color ${quoted(rest.join(' '))}`;
  if (first === 'links') return `The link ${quoted(rest.join(' '))}`;
  const words = path.join(' ').replaceAll('_', ' ');
  return `The ${words.replace('short name', 'short name (in addresses of files and mails)')}`;
}

function draft(subject: string, happened: string): Draft {
  return { kind: 'partner', heading: ['The partner', 'Logo'], subject, happened };
}

function logoChanges(was: unknown, is: unknown): readonly Draft[] {
  const [old, current] = [isRecord(was) ? was : {}, isRecord(is) ? is : {}];
  if (is === undefined)
    return [draft('The logo', 'is gone: the name of the partner is written in its place.')];
  if (was === undefined) return [draft('The logo', 'is new.')];
  return [
    ...(old['src'] === current['src'] ? [] : [draft('The logo', 'is another picture.')]),
    ...otherMembers(old, current, new Set(['src'])).map(([name, before, after]) =>
      draft(
        name === 'alt' ? 'What is read aloud of the logo' : `The ${name} of the logo`,
        changed(before, after),
      ),
    ),
  ];
}

function textChange(key: string, was: string | undefined, is: string | undefined): Draft {
  const [group = ''] = key.split('.');
  const heading = ['What the form itself says', group];
  const [old, current] = quotedApart(was ?? is ?? '', is ?? was ?? '');
  const subject = was === undefined ? `The sentence ${current}` : old;
  const happened =
    is === undefined ? 'is no longer said.' : was === undefined ? 'is new.' : `now reads ${current}.`;
  return { kind: 'partner', heading, subject, happened };
}

function directoryChange(name: string, was: unknown, is: unknown): Draft {
  const subject = `The directory "${name}" that a look-up searches`;
  const happened =
    is === undefined
      ? 'is gone.'
      : was === undefined
        ? 'is new.'
        : `is imported otherwise: ${JSON.stringify(is)}`;
  return { kind: 'partner', heading: ['Look-ups'], subject, happened };
}
