import type { AnswerValue, FormDefinition } from '../definition/definition.ts';
import type { AnswerMigrations, ValueMap } from '../definition/answer-migrations.ts';
import { companionKey } from '../definition/answer.ts';
import { memoizeByObject } from '../definition/memoize-by-object.ts';
import { ownProperty } from '../definition/own-property.ts';

/** A form with migrations for requests from older versions. */
type MigratableForm = Pick<FormDefinition, 'moves'>;

/** Returns the current name of a key, group or tab. */
export function currentName(names: Readonly<Record<string, string>> | undefined, name: string): string {
  return ownProperty(names, name) ?? name;
}

/** Returns the former names of a current one. */
export function formerNames(names: Readonly<Record<string, string>>, today: string): readonly string[] {
  return Object.keys(names).filter((former) => names[former] === today);
}

/** Converts a tab choice from an older form. */
export function currentTab(
  moves: AnswerMigrations | undefined,
  { tab_id: id, chosen_tab: chosen }: { readonly tab_id: string; readonly chosen_tab: string },
): { readonly group: string; readonly tab: string } {
  const group = currentName(moves?.groups, id);
  return { group, tab: currentName(moves?.tabs[group], chosen) };
}

/** Converts answers under former keys to current keys and values, including labels. */
export function currentAnswers<Value>(
  { moves }: MigratableForm,
  posted: Readonly<Record<string, Value>>,
): Readonly<Record<string, Value | AnswerValue>> {
  if (!moves || !Object.keys(posted).some((key) => Object.hasOwn(labelledKeysOf(moves), key))) return posted;
  return Object.fromEntries(
    Object.entries(posted).map(([key, value]) => [
      currentName(labelledKeysOf(moves), key),
      Object.hasOwn(moves.keys, key) ? todaysValue(moves.values[key], value) : value,
    ]),
  );
}

/** Per item for lists. */
function todaysValue<Value>(map: ValueMap | undefined, value: Value): Value | AnswerValue {
  if (map === undefined) return value;
  if (!Array.isArray(value)) return ownProperty(map, String(value)) ?? value;
  return value.map((item: unknown) => String(ownProperty(map, String(item)) ?? item));
}

/** Returns errors or conflicts under the keys in the request. */
export function errorsAsPosted<Faults>(
  { moves }: MigratableForm,
  posted: Readonly<Record<string, unknown>>,
  faults: Readonly<Record<string, Faults>>,
): Readonly<Record<string, Faults>> {
  if (!moves) return faults;
  return Object.fromEntries(
    Object.keys(posted).flatMap((key) => {
      const fault = ownProperty(faults, currentName(labelledKeysOf(moves), key));
      return fault === undefined ? [] : [[key, fault] as const];
    }),
  );
}

const labelledKeysOf = memoizeByObject(({ keys }: AnswerMigrations): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(keys).flatMap(([former, today]) => [
      [former, today],
      [companionKey(former), companionKey(today)],
    ]),
  ),
);
