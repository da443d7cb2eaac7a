import { writtenOptions } from '#form/answers/option-lists.ts';
import type { FormDefinition, LayoutNode, Question } from '#form/definition/definition.ts';
import { addAnothersOf, allNodes, questionsOf, tabGroupsOf } from '#form/definition/form-part.ts';
import type { AnswerMigrations, Retired } from '#form/definition/answer-migrations.ts';
import { ownProperty } from '#form/definition/own-property.ts';
import type { Removal } from './change.ts';
import { movesOf } from './renamed-form.ts';

/** Lists removals whose answers neither `formerly` nor `retired.json` accounts for. */
export function undeclaredRemovals(before: FormDefinition, after: FormDefinition): readonly Removal[] {
  const moves = movesOf(after);
  const groups = undeclaredGroups(before, after, moves);
  const gone = new Set(groups.flatMap((group) => (group.kind === 'group' ? [group.group] : [])));
  const inside = new Set(
    addAnothersOf(before).flatMap(({ id, instances }) =>
      gone.has(id) ? instances.flatMap(({ keys }) => keys) : [],
    ),
  );
  return [
    ...groups,
    ...undeclaredKeys(before, after, moves).filter((each) => each.kind !== 'key' || !inside.has(each.key)),
    ...undeclaredTabs(before, after, moves),
  ];
}

/** Returns the `retired.json` entry for a removal, if any. */
export function fateOf(removal: Removal, after: FormDefinition): Retired | undefined {
  const { retired, retiredValues, retiredTabs, retiredGroups } = movesOf(after);
  switch (removal.kind) {
    case 'key':
      return ownProperty(retired, removal.key);
    case 'value':
      return ownProperty(ownProperty(retiredValues, removal.key), removal.value);
    case 'tab':
      return ownProperty(ownProperty(retiredTabs, removal.group), removal.tab);
    default:
      return ownProperty(retiredGroups, removal.group);
  }
}

function nodesOf({ pages }: FormDefinition): readonly LayoutNode[] {
  return pages.flatMap(({ layout }) => allNodes(layout));
}

function undeclaredKeys(
  before: FormDefinition,
  after: FormDefinition,
  moves: AnswerMigrations,
): readonly Removal[] {
  const current = questionsOf(after);
  return [...questionsOf(before)].flatMap(([key, question]): readonly Removal[] => {
    const today = ownProperty(moves.keys, key) ?? key;
    const same = current.get(today);
    if (same) return undeclaredValues({ form: before, question }, { form: after, question: same }, moves);
    return ownProperty(moves.retired, key) === undefined ? [{ kind: 'key', key }] : [];
  });
}

type FormQuestion = { readonly form: FormDefinition; readonly question: Question };

function undeclaredValues(
  before: FormQuestion,
  after: FormQuestion,
  moves: AnswerMigrations,
): readonly Removal[] {
  const { key } = after.question;
  const [old, current] = [before, after].map(valuesOf);
  const renamed = { ...ownProperty(moves.values, before.question.key), ...ownProperty(moves.values, key) };
  const retired = ownProperty(moves.retiredValues, key) ?? {};
  const known = new Set([...(current ?? []), ...Object.keys(renamed), ...Object.keys(retired)]);
  return [...(old ?? [])]
    .filter((value) => !known.has(value))
    .map((value) => ({ kind: 'value', key, value }) as const);
}

/** Returns the possible values of a question, except years. */
export function valuesOf({ form, question }: FormQuestion): ReadonlySet<string> {
  return new Set(writtenOptions(form, question).map(({ value }) => value));
}

function undeclaredGroups(
  before: FormDefinition,
  after: FormDefinition,
  moves: AnswerMigrations,
): readonly Removal[] {
  const current = nodesOf(after).flatMap((node) => ('id' in node ? [node.id] : []));
  const known = new Set([...current, ...Object.keys(moves.groups), ...Object.keys(moves.retiredGroups)]);
  return nodesOf(before)
    .filter((node) => node.kind === 'tabs' || node.kind === 'addAnother')
    .filter(({ id }) => !known.has(id))
    .map(({ id }) => ({ kind: 'group', group: id }) as const);
}

function undeclaredTabs(
  before: FormDefinition,
  after: FormDefinition,
  moves: AnswerMigrations,
): readonly Removal[] {
  return tabGroupsOf(before).flatMap(({ id: was, tabs }) => {
    const group = ownProperty(moves.groups, was) ?? was;
    const same = tabGroupsOf(after).find(({ id }) => id === group);
    if (!same) return [];
    const declared = { ...ownProperty(moves.tabs, group), ...ownProperty(moves.retiredTabs, group) };
    return tabs.flatMap(({ id: tab }) =>
      same.tabs.some(({ id }) => id === tab) || ownProperty(declared, tab) !== undefined
        ? []
        : [{ kind: 'tab', group, tab } as const],
    );
  });
}
