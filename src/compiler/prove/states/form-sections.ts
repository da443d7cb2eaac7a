import { toFacts } from '#form/answers/facts.ts';
import { instanceCount } from '#form/answers/instances.ts';
import { optionListName } from '#form/answers/option-lists.ts';
import { isRequired } from '#form/answers/visible-questions.ts';
import { evaluateCondition } from '#form/conditions/evaluate-condition.ts';
import type { Facts, FormDefinition, FormState, LayoutNode } from '#form/definition/definition.ts';
import { questionsOf } from '#form/definition/form-part.ts';
import { memoizeByObject } from '#form/definition/memoize-by-object.ts';
import { type LayoutStep, layoutSteps, ownCondition } from '#form/definition/layout-steps.ts';

/** A section with its contents, or everything on a page outside sections. */
export type FormSection = {
  readonly page: string;
  /** Absent for contents outside sections. */
  readonly id?: string;
  /** Page title if it has none of its own. */
  readonly title: string;
  readonly layout: readonly LayoutNode[];
};

/** Sections of a form, in order. */
export const formSections = memoizeByObject((definition: FormDefinition): readonly FormSection[] =>
  definition.pages.flatMap(({ id: page, title, layout }) => {
    const sections = layout.flatMap((node): readonly FormSection[] =>
      node.kind === 'section' && node.title !== undefined
        ? [{ page, id: node.id, title: node.title, layout: [node] }]
        : [],
    );
    const rest = layout.filter((node) => !sections.some((section) => section.layout.includes(node)));
    return [...(rest.length > 0 ? [{ page, title, layout: rest }] : []), ...sections];
  }),
);

/** Nodes that can be seen by themselves. */
const VISIBLE: ReadonlySet<LayoutNode['kind']> = new Set(['question', 'text', 'section', 'tabs', 'confirm']);

/** Describes a section's appearance: visible nodes by number, `*` for required, lists; empty if hidden. */
export function sectionAppearance(
  definition: FormDefinition,
  section: FormSection,
  state: FormState,
): readonly string[] {
  const facts = toFacts(definition, state);
  const shown = new Set<LayoutStep>();
  return layoutSteps(section).flatMap((step, index) => {
    const { node, branch, path } = step;
    const holder = path.at(-1);
    if ((holder && !shown.has(holder)) || !isShown(step, state, facts)) return [];
    shown.add(step);
    if (!branch && !VISIBLE.has(node.kind)) return [];
    const question = node.kind === 'question' ? questionsOf(definition).get(node.key) : undefined;
    if (!question) return [String(index)];
    const list = optionListName(question, state.answers) ?? '';
    return [`${index}${isRequired(question, facts) ? '*' : ''} ${list}`];
  });
}

function isShown(step: LayoutStep, state: FormState, facts: Facts): boolean {
  const { node, branch } = step;
  if (branch && node.kind === 'addAnother') return branch.index < instanceCount(node, state);
  const own = ownCondition(step);
  return !own || evaluateCondition(own, facts);
}
