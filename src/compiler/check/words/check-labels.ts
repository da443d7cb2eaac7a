import type { PageDefinition } from '#form/definition/definition.ts';
import { isTitledSection, layoutSteps, ownCondition } from '#form/definition/walk-layout.ts';
import type { CompiledPartner } from '#compiler/compile/compile-partner.ts';
import type { Report } from '#compiler/source/fault.ts';
import { labelAt } from './check-messages.ts';

/** A question, and the nodes inside its section that are not always shown, from the outside in. */
type Shown = { readonly key: string; readonly under: readonly object[] };

/** No two questions that can be seen together under one heading have the same label. */
export function checkLabels(form: CompiledPartner, report: Report): void {
  for (const page of form.definition.pages) {
    for (const group of groupsIn(page)) checkGroup(group, form, report);
  }
}

function checkGroup(group: readonly Shown[], { definition, taken }: CompiledPartner, report: Report): void {
  const questions = new Map(definition.pages.flatMap((page) => Object.entries(page.questions)));
  for (const [index, { key, under }] of group.entries()) {
    const label = questions.get(key)?.label;
    const twin = group
      .slice(0, index)
      .find((other) => questions.get(other.key)?.label === label && isTogether(under, other.under));
    const [placed, first] = [taken.keys.get(key), twin && taken.keys.get(twin.key)];
    if (!placed || !first) continue;
    const { file, line } = labelAt(first).place;
    const isOneBlock = placed.property === first.property;
    report((isOneBlock ? placed.walk.scope.use : undefined) ?? labelAt(placed), {
      code: 'duplicate-label',
      found: `the label "${label}" a second time in a section; the first is at ${file}:${line}`,
      expected: 'a label for each question in a section that no other one has',
      cure: isOneBlock
        ? 'Give it another label with "titles" in this use of the block, or a section of its own with a title.'
        : 'Say in one of the two what it asks for, or give it a section of its own with a title.',
    });
  }
}

/** Whether one shows wherever the other does; of what shows in different cases nothing can be said here. */
function isTogether(one: readonly object[], other: readonly object[]): boolean {
  return one.slice(0, other.length).every((node, index) => node === other[index]);
}

/** The questions under each heading of a page but its own: those of titled sections and of instances. */
function groupsIn(page: PageDefinition): readonly (readonly Shown[])[] {
  const shown = layoutSteps(page).flatMap((step) => {
    if (step.node.kind !== 'question') return [];
    const heading = step.path.findLastIndex(({ node, branch }) =>
      branch ? node.kind === 'addAnother' : isTitledSection(node),
    );
    const inside = [...step.path.slice(heading + 1), step].filter(ownCondition);
    const under = inside.map(({ node, branch }) => branch?.part ?? node);
    return [{ key: step.node.key, under, heading: step.path[heading] }];
  });
  const groups = Map.groupBy(shown, ({ heading }) => heading);
  groups.delete(undefined);
  return [...groups.values()];
}
