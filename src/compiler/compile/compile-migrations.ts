import type { FormDefinition } from '#form/definition/definition.ts';
import type { AnswerMigrations, Retired, ValueMap } from '#form/definition/answer-migrations.ts';
import { ownProperty } from '#form/definition/own-property.ts';
import { type RetiredName, retiredNames } from '../source/retired-names.ts';
import type { SourceSet } from '../source/source-set.ts';
import type { FormerNames } from './former-names.ts';
import type { PlacedQuestion, TakenNames } from './page-walk.ts';
import { listNames, optionValues } from './question-shape.ts';

/** Compiles the answer migrations; undefined without former names. */
export function compileMigrations(
  former: FormerNames,
  taken: TakenNames,
  sources: SourceSet,
): Pick<FormDefinition, 'moves'> {
  const retired = retiredNames(sources);
  const ofKind = (kind: RetiredName['kind']) => retired.filter((one) => one.kind === kind);
  const questions = [...taken.keys].flatMap(([key, placed]) => (key === placed.key ? [placed] : []));
  const offeredNoMore = [
    ...ofKind('value'),
    ...ofKind('listValue').flatMap((one) =>
      questions
        .filter(({ property }) => listNames(property).includes(one.name))
        .map(({ key }) => ({ ...one, name: key })),
    ),
  ];
  const moves: AnswerMigrations = {
    keys: Object.fromEntries(former.keys.map(({ from, to }) => [from, to])),
    values: compileValues(former, questions, sources),
    groups: Object.fromEntries(former.groups.map(({ from, to }) => [from, to])),
    tabs: nested(former.tabs.map(({ group, from, to }) => [group, from, to])),
    retired: retirements(ofKind('key')),
    retiredValues: nested(offeredNoMore.map(({ name, value, answers }) => [name, value, answers])),
    retiredGroups: retirements(ofKind('group')),
    retiredTabs: nested(ofKind('tab').map(({ name, value, answers }) => [name, value, answers])),
  };
  return Object.values(moves).some((map) => Object.keys(map).length > 0) ? { moves } : {};
}

function retirements(retired: readonly RetiredName[]): Readonly<Record<string, Retired>> {
  return Object.fromEntries(retired.map(({ name, answers }) => [name, answers]));
}

type Entry<Value> = readonly [outer: string, inner: string, value: Value];

function nested<Value>(
  entries: readonly Entry<Value>[],
): Readonly<Record<string, Readonly<Record<string, Value>>>> {
  const groups = [...Map.groupBy(entries, ([outer]) => outer)];
  return Object.fromEntries(
    groups.map(([outer, inside]) => [
      outer,
      Object.fromEntries(inside.map(([, inner, value]) => [inner, value])),
    ]),
  );
}

function compileValues(
  { values }: FormerNames,
  questions: readonly PlacedQuestion[],
  sources: SourceSet,
): AnswerMigrations['values'] {
  const written = values.flatMap(({ key, from, to }) => (to === undefined ? [] : [[key, from, to] as const]));
  const ofLists = questions.flatMap(({ key, property }) =>
    formerOptions(property, sources).map(([from, to]) => [key, from, to] as const),
  );
  const maps = nested<ValueMap[string]>([...ofLists, ...written]);
  const settled = values.map(({ key, from, placed }) => {
    const to = resolveValue(ownProperty(maps[key], from), { placed, map: maps[placed.key], sources });
    return [key, from, to ?? ''] as const;
  });
  return nested<ValueMap[string]>([...ofLists, ...settled]);
}

/** Maps former values of a question's possible options to current ones. */
export function formerOptions(
  property: PlacedQuestion['property'],
  sources: SourceSet,
): readonly (readonly [from: string, to: string])[] {
  const options = listNames(property).flatMap((name) => sources.options(name));
  return options.flatMap((option) =>
    (option.at('formerly')?.texts() ?? []).map((from) => [from, option.at('value')?.text() ?? ''] as const),
  );
}

type ValueContext = {
  readonly placed: PlacedQuestion;
  /** Former values of the question. */
  readonly map: ValueMap | undefined;
  readonly sources: SourceSet;
};

/** Follows a mapped value to a current one; undefined if circular. */
export function resolveValue(
  value: ValueMap[string] | undefined,
  { placed, map, sources }: ValueContext,
): ValueMap[string] | undefined {
  const offered = optionValues(placed.property, sources);
  const seen = new Set<string>();
  let settled = value;
  for (;;) {
    const text = String(settled);
    const next = Array.isArray(offered) && offered.includes(text) ? undefined : ownProperty(map, text);
    if (next === undefined) return settled;
    if (seen.has(text)) return undefined;
    seen.add(text);
    settled = next;
  }
}
