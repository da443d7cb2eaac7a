import type { FormDefinition } from '#form/definition/definition.ts';
import { allNodes, questionsOf } from '#form/definition/form-part.ts';
import type { AnswerMigrations } from '#form/definition/answer-migrations.ts';
import type { Draft } from './draft.ts';
import { type FormElement, elementsOf } from './elements.ts';
import { valuesOf } from './removals.ts';
import { quote } from './sentence-words.ts';

/** Lists renames with migrated answers: invisible to students, useful to reviewers. */
export function renameChanges(
  before: FormDefinition,
  after: FormDefinition,
  moves: AnswerMigrations,
): readonly Draft[] {
  const elements = new Map(
    after.pages.flatMap((page) => elementsOf(page, false)).map((each) => [each.id, each]),
  );
  const old = questionsOf(before);
  const nodes = before.pages.flatMap(({ layout }) => allNodes(layout));
  const groups = new Set(nodes.flatMap((node) => ('id' in node ? [node.id] : [])));
  const tabIds = new Set(
    nodes.flatMap((node) => (node.kind === 'tabs' ? node.tabs.map(({ id }) => id) : [])),
  );
  return [
    ...Object.entries(moves.keys).flatMap(([from, to]) =>
      old.has(from) && !old.has(to)
        ? renamed(elements.get(`question ${to}`), `the key ${from}`, `is now ${to}`, from)
        : [],
    ),
    ...Object.entries(moves.values).flatMap(([key, values]) => {
      const today = moves.keys[key] ?? key;
      const question = old.get(key);
      const offered = question ? valuesOf({ form: before, question }) : new Set<string>();
      const pairs = Object.entries(values).filter(([from, to]) => offered.has(from) && String(to) !== from);
      if (pairs.length === 0) return [];
      const renames = pairs.map(([from, to]) => `${quote(from)} is now ${quote(String(to))}`).join(', ');
      return renamed(
        elements.get(`question ${today}`),
        `of what is stored for ${quote(questionsOf(after).get(today)?.label ?? today)},`,
        renames,
        key,
      );
    }),
    ...Object.entries(moves.groups).flatMap(([from, to]) => {
      const element = elements.get(`tabs ${to}`) ?? elements.get(`addAnother ${to}`);
      return groups.has(from) ? renamed(element, `the id ${from}`, `is now ${to}`, undefined) : [];
    }),
    ...Object.entries(moves.tabs).flatMap(([group, tabs]) =>
      Object.entries(tabs).flatMap(([from, to]) =>
        tabIds.has(from)
          ? renamed(
              elements.get(`tab ${group} ${to}`),
              `the tab ${from}`,
              `is now ${to} in the files`,
              undefined,
            )
          : [],
      ),
    ),
  ];
}

function renamed(
  element: FormElement | undefined,
  subject: string,
  what: string,
  key: string | undefined,
): readonly Draft[] {
  // Repeated blocks are described once, by their first instance.
  if (!element || (element.instance?.number ?? 1) > 1) return [];
  const { heading, part } = element;
  const own = part.key === undefined ? [] : [element.subject.slice(1, -1)];
  return [
    {
      kind: 'renamed',
      heading: [...heading, ...own],
      subject,
      predicate: `${what}. Declared with "formerly": answers move along.`,
      after: part,
      before: key === undefined ? part : { ...part, key },
      element,
    },
  ];
}
