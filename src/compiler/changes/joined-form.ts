import { isDeepStrictEqual } from 'node:util';
import { isYearList, optionListsOf, yearsOf } from '#form/answers/option-lists.ts';
import type {
  ConfirmNode,
  Constraints,
  FormDefinition,
  LayoutNode,
  Question,
  TabsNode,
} from '#form/definition/definition.ts';
import { confirmationsOf, questionsOf, tabGroupsOf } from '#form/definition/form-part.ts';
import type { Option } from '#form/definition/option-list.ts';

/**
 * A form with the questions, options, tabs and confirmations of two, so that one answer can be looked at with the eyes of
 * both. Nothing in it has a condition, and what only one of the two demands of an answer it does not.
 */
export function joinedForm(before: FormDefinition, after: FormDefinition, now: Date): FormDefinition {
  const [old, current] = [questionsOf(before), questionsOf(after)];
  const options: Record<string, readonly Option[]> = {};
  const questions = [...new Set([...old.keys(), ...current.keys()])].flatMap((key) => {
    const versions = [old.get(key), current.get(key)];
    const [question] = versions.toReversed().filter((each) => each !== undefined);
    if (!question) return [];
    const lists = [...optionsIn(before, versions[0], now), ...optionsIn(after, versions[1], now)];
    if (lists.length > 0) options[key] = [...new Map(lists.map((option) => [option.value, option])).values()];
    return [[key, joinedQuestion(question, versions, lists.length > 0)] as const];
  });
  const page = {
    id: '',
    path: '/',
    title: '',
    questions: Object.fromEntries(questions),
    layout: [...joinedTabs(before, after), ...joinedConfirmations(before, after)],
    clearing: [],
  };
  return { hash: '', title: '', pages: [page], defaultPage: '', greetingName: [], options };
}

function joinedQuestion(
  question: Question,
  versions: readonly (Question | undefined)[],
  hasOptions: boolean,
): Question {
  const { options: _options, dependsOn, relations: _relations, visibleWhen: _shown, ...own } = question;
  const { requiredWhen: _required, notices: _notices, ...kept } = own;
  const known = versions.filter((each) => each !== undefined);
  const [first = question] = known;
  const isSame = (name: 'rules' | 'earliest' | 'latest'): boolean =>
    known.every((each) => isDeepStrictEqual(each[name], first[name]));
  const { earliest, latest, ...rest } = kept;
  return {
    ...rest,
    required: false,
    constraints: commonConstraints(known),
    rules: isSame('rules') ? question.rules.filter(({ when }) => !when) : [],
    ...(earliest && isSame('earliest') ? { earliest } : {}),
    ...(latest && isSame('latest') ? { latest } : {}),
    ...(hasOptions ? { options: question.key } : {}),
    ...(dependsOn?.otherwise
      ? { dependsOn: { valueKey: dependsOn.valueKey, otherwise: dependsOn.otherwise } }
      : {}),
  };
}

/** What all versions demand alike. */
function commonConstraints([first, ...others]: readonly Question[]): Constraints {
  const entries = Object.entries(first?.constraints ?? {}).filter(([keyword, value]) =>
    others.every(({ constraints }) =>
      Object.entries(constraints).some(
        ([name, other]) => name === keyword && isDeepStrictEqual(other, value),
      ),
    ),
  );
  return Object.fromEntries(entries);
}

/** All that a question offers, whatever else is answered. */
function optionsIn(form: FormDefinition, question: Question | undefined, now: Date): readonly Option[] {
  if (!question) return [];
  return optionListsOf(form, question).flatMap((list) =>
    isYearList(list)
      ? yearsOf(list, now.getUTCFullYear()).map((year) => ({ value: String(year), label: String(year) }))
      : list,
  );
}

function joinedTabs(before: FormDefinition, after: FormDefinition): readonly LayoutNode[] {
  const groups = Map.groupBy([...tabGroupsOf(after), ...tabGroupsOf(before)], ({ id }) => id);
  return [...groups.values()].flatMap((versions): readonly TabsNode[] => {
    const [group] = versions;
    if (!group) return [];
    const ids = [...new Set(versions.flatMap(({ tabs }) => tabs.map(({ id }) => id)))];
    const tabs = ids.map((id) => ({ id, title: id, children: [] }));
    return [{ kind: 'tabs', id: group.id, label: group.label, defaultTab: group.defaultTab, tabs }];
  });
}

function joinedConfirmations(before: FormDefinition, after: FormDefinition): readonly LayoutNode[] {
  const all = [...confirmationsOf(after), ...confirmationsOf(before)];
  return [...Map.groupBy(all, ({ node }) => node.id).values()].flatMap((versions): readonly ConfirmNode[] => {
    const [version] = versions;
    if (!version) return [];
    const keys = new Set(versions.flatMap((each) => each.keys));
    const children = [...keys].map((key) => ({ kind: 'question' as const, key }));
    const { id, trigger, label } = version.node;
    return [{ kind: 'confirm', id, trigger, label, children }];
  });
}
