import { companionKey } from '#form/definition/answer.ts';
import type { FormDefinition } from '#form/definition/definition.ts';
import { questionsOf } from '#form/definition/form-part.ts';
import type { AnswerMigrations, ValueMap } from '#form/definition/answer-migrations.ts';
import { isRecord } from '#form/definition/own-property.ts';

type Names = ReadonlyMap<string, string>;

/** Former names mapped to current ones: keys, IDs of tab groups and add-anothers, and pages. */
type Renaming = {
  readonly names: Names;
  readonly pages: Names;
  /** Current tab group ID → former tab → current tab. */
  readonly tabs: Readonly<Record<string, ValueMap>>;
  readonly values: Readonly<Record<string, ValueMap>>;
};

/** Properties that hold one or several keys or IDs. */
const NAMED: ReadonlySet<string> = new Set(
  'key keys valueKey targetKey targetKeys partOf parts unlike greetingName fullName sortName homeState'.split(
    ' ',
  ),
);
const PAGES: ReadonlySet<string> = new Set(['page', 'defaultPage', 'submitErrorTo', 'saveTo', 'backTo']);

/** Returns a former form in current names; matches pages by address. */
export function renamedForm(before: FormDefinition, after: FormDefinition): FormDefinition {
  const { keys, groups, tabs, values } = movesOf(after);
  const known = questionsOf(after);
  const moved = [...questionsOf(before).keys()].flatMap((key) => {
    const to = Object.hasOwn(keys, key) ? keys[key] : undefined;
    return to !== undefined && known.has(to) ? [[key, to] as const] : [];
  });
  const names = new Map([
    ...moved,
    ...moved.map(([from, to]) => [companionKey(from), companionKey(to)] as const),
    ...Object.entries(groups),
  ]);
  const pages = pageNames(before, after);
  if (names.size + pages.size === 0 && Object.keys(tabs).length + Object.keys(values).length === 0)
    return before;
  const byToday = Object.entries(values).map(([key, map]) => [names.get(key) ?? key, map] as const);
  const renaming = { names, pages, tabs, values: Object.fromEntries(byToday) };
  const renamed = renamedValue(before, renaming);
  // Renaming does not change the shape.
  return isForm(renamed) ? { ...renamed, options: renamedOptions(renamed, renaming) } : before;
}

function isForm(value: unknown): value is FormDefinition {
  return isRecord(value) && Array.isArray(value['pages']);
}

function pageNames(before: FormDefinition, after: FormDefinition): Names {
  const pairs = before.pages.flatMap(({ id, path }) => {
    const same = after.pages.find((page) => page.path === path);
    const isTaken = after.pages.some((page) => page.id === id);
    return same && !isTaken && !before.pages.some((page) => page.id === same.id)
      ? [[id, same.id] as const]
      : [];
  });
  return new Map(pairs);
}

function renamedValue(value: unknown, renaming: Renaming): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => renamedValue(item, renaming));
  if (!isRecord(value)) return value;
  const members = Object.entries(value).map(
    ([name, member]) => [name, renamedMember(name, member, renaming)] as const,
  );
  const own = Object.fromEntries(members);
  if (isRecord(own['questions'])) return renamedPage(own, own['questions'], renaming);
  if (typeof own['valueKey'] === 'string' && 'operator' in own)
    return renamedTarget(own, own['valueKey'], renaming);
  return 'kind' in own ? renamedNode(own, renaming) : own;
}

function renamedMember(name: string, member: unknown, renaming: Renaming): unknown {
  if (NAMED.has(name)) return renamedNames(member, renaming.names);
  if (PAGES.has(name)) return renamedNames(member, renaming.pages);
  if (name === 'fills' && isRecord(member))
    return Object.fromEntries(
      Object.entries(member).map(([field, key]) => [field, renamedNames(key, renaming.names)]),
    );
  // Options hold values, not names, and are shared.
  return name === 'options' || name === 'ui' ? member : renamedValue(member, renaming);
}

function renamedNames(member: unknown, names: Names): unknown {
  if (typeof member === 'string') return names.get(member) ?? member;
  return Array.isArray(member) ? member.map((item: unknown) => renamedNames(item, names)) : member;
}

type Members = Readonly<Record<string, unknown>>;

function renamedPage(page: Members, questions: Members, { names, pages }: Renaming): Members {
  const entries = Object.entries(questions).map(
    ([key, question]) => [names.get(key) ?? key, question] as const,
  );
  const id = String(page['id']);
  return { ...page, id: pages.get(id) ?? id, questions: Object.fromEntries(entries) };
}

function renamedTarget(comparison: Members, key: string, { tabs, values }: Renaming): Members {
  const map = values[key] ?? tabs[key];
  if (!map || !('target' in comparison)) return comparison;
  const renamed = (target: unknown): unknown =>
    typeof target === 'string' ? (map[target] ?? target) : target;
  const { target } = comparison;
  return { ...comparison, target: Array.isArray(target) ? target.map(renamed) : renamed(target) };
}

function renamedNode(node: Members, { names, tabs }: Renaming): Members {
  const { kind, id } = node;
  if (typeof id !== 'string' || !['tabs', 'addAnother'].includes(String(kind))) return node;
  const own = names.get(id) ?? id;
  const map = tabs[own];
  const renamed = (tab: unknown): unknown =>
    isRecord(tab) && typeof tab['id'] === 'string' ? { ...tab, id: map?.[tab['id']] ?? tab['id'] } : tab;
  if (kind !== 'tabs' || !map) return { ...node, id: own };
  const first = String(node['defaultTab']);
  return {
    ...node,
    id: own,
    defaultTab: map[first] ?? first,
    tabs: Array.isArray(node['tabs']) ? node['tabs'].map(renamed) : [],
  };
}

/** Returns the options of each list with current values where questions map them. */
function renamedOptions(form: FormDefinition, { values }: Renaming): FormDefinition['options'] {
  const maps = new Map<string, ValueMap>();
  for (const [key, { options, dependsOn }] of questionsOf(form)) {
    const map = values[key];
    for (const name of map ? [options, ...Object.values(dependsOn?.lists ?? {})] : [])
      if (name !== undefined) maps.set(name, { ...maps.get(name), ...map });
  }
  const lists = Object.entries(form.options).map(([name, list]) => {
    const map = maps.get(name);
    if (!map || 'years' in list) return [name, list] as const;
    return [
      name,
      list.map((option) => ({ ...option, value: String(map[option.value] ?? option.value) })),
    ] as const;
  });
  return Object.fromEntries(lists);
}

/** A form without former names, and without anything retired. */
export const NO_MOVES: AnswerMigrations = {
  keys: {},
  values: {},
  groups: {},
  tabs: {},
  retired: {},
  retiredValues: {},
  retiredGroups: {},
  retiredTabs: {},
};

/** Returns the answer migrations of a form. */
export function movesOf({ moves }: FormDefinition): AnswerMigrations {
  return moves ?? NO_MOVES;
}
