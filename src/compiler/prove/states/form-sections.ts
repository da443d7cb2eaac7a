import { toFacts } from '#form/answers/facts.ts';
import { instanceCount } from '#form/answers/instances.ts';
import { optionListName } from '#form/answers/option-lists.ts';
import { isRequired } from '#form/answers/visible-questions.ts';
import { evaluateCondition } from '#form/conditions/evaluate-condition.ts';
import type { Condition, Facts, FormDefinition, FormState, LayoutNode } from '#form/definition/definition.ts';
import { questionsOf } from '#form/definition/form-part.ts';
import { memoizeByObject } from '#form/definition/memoize-by-object.ts';
import { branchesOf } from '#form/definition/walk-layout.ts';

/** What of a page is looked at by itself: a section with all in it, or all that is in no section. */
export type FormSection = {
  /** Id of its page. */
  readonly page: string;
  /** Absent for what of a page is in no section. */
  readonly id?: string;
  /** The one of the page, where it has none of its own. */
  readonly title: string;
  readonly nodes: readonly LayoutNode[];
};

/** The sections of a form, in its order. */
export const formSections = memoizeByObject((definition: FormDefinition): readonly FormSection[] =>
  definition.pages.flatMap(({ id: page, title, layout }) => {
    const sections = layout.flatMap((node): readonly FormSection[] =>
      node.kind === 'section' && node.title !== undefined
        ? [{ page, id: node.id, title: node.title, nodes: [node] }]
        : [],
    );
    const rest = layout.filter((node) => !sections.some(({ nodes }) => nodes.includes(node)));
    return [...(rest.length > 0 ? [{ page, title, nodes: rest }] : []), ...sections];
  }),
);

/** Describes how a section looks in a state: what shows, `*` for required, and the list; empty where hidden. */
export function lookOf(
  definition: FormDefinition,
  section: FormSection,
  state: FormState,
): readonly string[] {
  return shownIn(section.nodes, { definition, state, facts: toFacts(definition, state) });
}

type Seen = { readonly definition: FormDefinition; readonly state: FormState; readonly facts: Facts };

function shownIn(nodes: readonly LayoutNode[], seen: Seen): readonly string[] {
  return nodes.flatMap((node, index) => (isShown(node.visibleWhen, seen) ? shownAt(node, index, seen) : []));
}

function isShown(condition: Condition | undefined, { facts }: Seen): boolean {
  return !condition || evaluateCondition(condition, facts);
}

function shownAt(node: LayoutNode, index: number, seen: Seen): readonly string[] {
  switch (node.kind) {
    case 'question':
      return questionLook(node.key, seen);
    case 'text':
      return [`text ${JSON.stringify(node.paragraphs)}`];
    case 'row':
      return shownIn(node.children, seen);
    case 'addAnother': {
      const shown = node.instances.slice(0, instanceCount(node, seen.state));
      return shown.flatMap(({ title, children }, at) => [
        `${node.id} ${at} ${title}`,
        ...shownIn(children, seen),
      ]);
    }
    default: {
      const inside = branchesOf(node).flatMap(({ condition, children, index: at }) =>
        isShown(condition, seen) ? [`${node.id} branch ${at}`, ...shownIn(children, seen)] : [],
      );
      return node.kind === 'switch' ? inside : [`${node.kind} ${node.id} ${index}`, ...inside];
    }
  }
}

function questionLook(key: string, { definition, state, facts }: Seen): readonly string[] {
  const question = questionsOf(definition).get(key);
  if (!question) return [];
  const list = optionListName(question, state.answers) ?? '';
  return [`${key}${isRequired(question, facts) ? '*' : ''} ${list}`.trim()];
}
