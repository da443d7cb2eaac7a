import type { Answers, AnswerValue, FormDefinition, FormState } from '../definition/definition.ts';
import type { AnswerMigrations, ValueMap } from '../definition/answer-migrations.ts';
import { answerByKey, companionKey, EMPTY_ANSWER } from '../definition/answer.ts';
import { ownProperty } from '../definition/own-property.ts';
import { questionsOf } from '../definition/form-part.ts';
import { memoizeByObject } from '../definition/memoize-by-object.ts';
import { mapValue } from './migrate-answers.ts';
import { formerNames } from './current-names.ts';
import { isSameAnswer, type StoredAnswers } from '../answers/merge-answers.ts';

/**
 * For servers of the older form, a copy of each answer, tab and count is stored under its former names with the same
 * version: a copy with a higher version was changed by an older form.
 */

type Choices = Pick<FormState, 'tabs' | 'counts'>;

/** Prefix of a former value under an unchanged key; not valid in a form's names. */
export const FORMER = 'former:';

/** Returns the copies of `changed` answers and labels: their former keys and values. */
export function compatibilityCopies(
  moves: AnswerMigrations | undefined,
  changed: Answers,
  stored: Answers,
): Answers {
  if (!moves) return {};
  return Object.fromEntries(
    Object.entries(changed).flatMap(([key, value]) => [
      ...formerNames(moves.keys, key).flatMap((former) =>
        copyAt(moves, { key, former, value }, changed, stored),
      ),
      ...formerValueAt(moves, key, value, stored),
    ]),
  );
}

type CopiedAnswer = { readonly key: string; readonly former: string; readonly value: AnswerValue };

function copyAt(
  moves: AnswerMigrations,
  { key, former, value }: CopiedAnswer,
  changed: Answers,
  stored: Answers,
): readonly (readonly [string, AnswerValue])[] {
  const copy = answerByKey(stored, former);
  const answer = formerValue(ownProperty(moves.values, former), value, copy);
  // Keeps the old label if its choice is unchanged.
  const kept = isSameAnswer(copy, answer) ? answerByKey(stored, companionKey(former)) : undefined;
  const label = kept ?? answerByKey(changed, companionKey(key));
  return [
    [former, answer] as const,
    ...(label === undefined ? [] : [[companionKey(former), label] as const]),
  ];
}

function formerValueAt(
  moves: AnswerMigrations,
  key: string,
  value: AnswerValue,
  stored: Answers,
): readonly (readonly [string, AnswerValue])[] {
  const map = Object.hasOwn(moves.values, key) ? moves.values[key] : undefined;
  if (map === undefined) return [];
  const former = formerValue(map, value, answerByKey(stored, key));
  return [[FORMER + key, isSameAnswer(former, value) ? EMPTY_ANSWER : former] as const];
}

/** Returns the former value that a map leads from, else the value itself; per item for lists. */
function formerValue(
  map: ValueMap | undefined,
  value: AnswerValue,
  copy: AnswerValue | undefined,
): AnswerValue {
  if (map === undefined) return value;
  if (copy !== undefined && isSameAnswer(mapValue(map, copy), value)) return copy;
  const back = (item: string | number | boolean): string =>
    Object.entries(map).find(([, to]) => to === item)?.[0] ?? String(item);
  if (typeof value === 'object') return value.map(back);
  const [former] = Object.entries(map).find(([, to]) => to === value) ?? [];
  return former === undefined ? value : likeCopy(former, copy);
}

/** Converts a map's text to the type of the copy. */
function likeCopy(text: string, copy: AnswerValue | undefined): AnswerValue {
  if (typeof copy === 'boolean') return text === 'true';
  return typeof copy === 'number' ? Number(text) : text;
}

/** Adds the compatibility copies of all answers. `before`: stored answers before migration. */
export function withCompatibilityCopies(
  moves: AnswerMigrations,
  { answers, versions }: Omit<StoredAnswers, 'version'>,
  before: Answers,
): Omit<StoredAnswers, 'version'> {
  const known = [...Object.values(moves.keys), ...Object.keys(moves.values)];
  const keys = new Set(known.flatMap((key) => [key, companionKey(key)]));
  const copied = Object.fromEntries(Object.entries(answers).filter(([key]) => keys.has(key)));
  const copies = Object.fromEntries(
    Object.entries(compatibilityCopies(moves, copied, before)).filter(
      ([name, value]) => value !== EMPTY_ANSWER || Object.hasOwn(before, name),
    ),
  );
  const versionOf = (name: string): number => {
    const key = name.startsWith(FORMER) ? name.slice(FORMER.length) : todaysKey(moves, name);
    return versions[key] ?? 0;
  };
  return {
    answers: { ...answers, ...copies },
    versions: {
      ...versions,
      ...Object.fromEntries(Object.keys(copies).map((name) => [name, versionOf(name)])),
    },
  };
}

/** Returns the current key of a former one or of its label. */
function todaysKey({ keys }: AnswerMigrations, name: string): string {
  if (Object.hasOwn(keys, name)) return keys[name] ?? name;
  const [key = name] = name.split(/_desc$/);
  return Object.hasOwn(keys, key) ? companionKey(keys[key] ?? key) : name;
}

/** Returns a tab choice under its current and former IDs. */
export function tabWithCopies(
  moves: AnswerMigrations | undefined,
  group: string,
  tab: string,
): FormState['tabs'] {
  if (!moves) return { [group]: tab };
  const former = Object.entries(moves.tabs[group] ?? {}).find(([, to]) => to === tab)?.[0];
  const ids = formerNames(moves.groups, group);
  return {
    [group]: tab,
    ...Object.fromEntries(ids.map((id) => [id, former ?? tab])),
    ...(former === undefined ? {} : { [`${FORMER}${group}:${tab}`]: former }),
  };
}

/** Returns a count under its current and former IDs. */
export function countWithCopies(
  moves: AnswerMigrations | undefined,
  id: string,
  count: number,
): FormState['counts'] {
  const ids = moves ? formerNames(moves.groups, id) : [];
  return Object.fromEntries([id, ...ids].map((each) => [each, count]));
}

/** Adds copies of all choices. */
export function choicesWithCopies(moves: AnswerMigrations, { tabs, counts }: Choices): Choices {
  const all = Object.entries(tabs).map(([group, tab]) => tabWithCopies(moves, group, tab));
  const counted = Object.entries(counts).map(([id, count]) => countWithCopies(moves, id, count));
  return { tabs: Object.assign({}, ...all), counts: Object.assign({}, ...counted) };
}

/** Removes copies from the choices. */
export function choicesWithoutCopies(moves: AnswerMigrations, { tabs, counts }: Choices): Choices {
  const isCopyOf = <Value>(stored: Readonly<Record<string, Value>>, id: string, value: Value): boolean => {
    const today = Object.hasOwn(moves.groups, id) ? moves.groups[id] : undefined;
    return today !== undefined && Object.hasOwn(stored, today) && stored[today] === value;
  };
  const tabOf = (id: string, tab: string): string => moves.tabs[moves.groups[id] ?? id]?.[tab] ?? tab;
  return {
    tabs: Object.fromEntries(Object.entries(tabs).filter(([id, tab]) => !isCopyOf(tabs, id, tabOf(id, tab)))),
    counts: Object.fromEntries(Object.entries(counts).filter(([id, count]) => !isCopyOf(counts, id, count))),
  };
}

/** Returns stored data as one form knows it: in its values, without unknown keys. */
export function knownForm(
  definition: FormDefinition,
  { answers, versions, tabs, counts }: Omit<StoredAnswers, 'version'> & Choices,
): Pick<FormState, 'answers' | 'tabs' | 'counts'> {
  const known = knownKeysOf(definition);
  const own = Object.entries(answers).filter(([key]) => known.has(key));
  const former = Object.entries(answers).flatMap(([name, value]) => {
    const key = name.slice(FORMER.length);
    if (!name.startsWith(FORMER) || value === EMPTY_ANSWER || !known.has(key)) return [];
    const today = mapValue(definition.moves?.values[key], value);
    const isRenamedHere = isSameAnswer(today, answerByKey(answers, key));
    return isRenamedHere || versions[name] !== versions[key] ? [] : [[key, value] as const];
  });
  const chosen = Object.entries(tabs).flatMap(([group, tab]) => {
    if (group.startsWith(FORMER)) return [];
    const then = tabs[`${FORMER}${group}:${tab}`];
    const isRenamedHere = then !== undefined && definition.moves?.tabs[group]?.[then] === tab;
    return [[group, isRenamedHere ? tab : (then ?? tab)] as const];
  });
  return { answers: Object.fromEntries([...own, ...former]), tabs: Object.fromEntries(chosen), counts };
}

const knownKeysOf = memoizeByObject((definition: FormDefinition): ReadonlySet<string> => {
  const questions = [...questionsOf(definition).values()];
  return new Set(questions.flatMap(({ key, companion }) => (companion ? [key, companionKey(key)] : [key])));
});
