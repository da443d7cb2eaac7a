import { defaultMessage } from '#compiler/compile/compile-messages.ts';
import type { CompiledPartner } from '#compiler/compile/compile-partner.ts';
import type { PlacedQuestion } from '#compiler/compile/page-walk.ts';
import { scopesOf } from '#compiler/compile/scope.ts';
import type { Cursor } from '#compiler/source/cursor.ts';
import type { Report } from '#compiler/source/fault.ts';
import { quoteNames } from '#compiler/source/nearest.ts';
import type { SourceSet } from '#compiler/source/source-set.ts';
import type { Question, PageDefinition } from '#form/definition/definition.ts';
import { isTitledSection, layoutSteps, ownCondition } from '#form/definition/layout-steps.ts';

/** Checks that each message can occur and reads well with the label. */
export function checkMessages({ definition, taken, cards, sources }: CompiledPartner, report: Report): void {
  for (const question of definition.pages.flatMap((page) => Object.values(page.questions))) {
    const placed = taken.keys.get(question.key);
    if (placed) checkQuestion(question, placed.property, { at: labelAt(placed), sources, report });
  }
  for (const [id, card] of Object.entries(cards)) {
    for (const [key, property] of sources.pair(`accounts/${id}`)?.properties ?? []) {
      const question = card.questions[key];
      if (question)
        checkQuestion(question, property, { at: property.at('title') ?? property, sources, report });
    }
  }
}

type Label = { readonly at: Cursor; readonly sources: SourceSet; readonly report: Report };

function checkQuestion(question: Question, property: Cursor, { at, sources, report }: Label): void {
  checkKeywords(question, property, report);
  const { label, fullLabel, required, requiredWhen, messages } = question;
  const generic = defaultMessage(sources, 'required', { path: fullLabel });
  const isGeneric = messages['required'] === generic;
  if (!isSentence(label) || !isGeneric || (!required && !requiredWhen)) return;
  report(at, {
    code: 'sentence-title',
    found: `"${generic}" as the message for a missing answer`,
    expected: 'a sentence of its own for a question whose title is one',
    cure: 'Add "errorMessage": { "required": "Please …" } to the question.',
  });
}

/** Whether a label ends like a sentence; "ID No." is not one. */
function isSentence(label: string): boolean {
  return /[?!:]$/.test(label) || /^(?:\S+\s+){2,}\S+\.$/.test(label);
}

/** Returns where a label is defined: the outermost block use that sets one, else the question. */
function labelAt({ key, property, walk }: PlacedQuestion): Cursor {
  const given = scopesOf(walk.scope).flatMap(
    ({ use, prefix }) => use?.at('titles')?.at(key.slice(prefix.length)) ?? [],
  );
  return given.at(-1) ?? property.at('title') ?? property;
}

/** Reports messages that never occur. Those for `required` can, depending on the block use. */
function checkKeywords({ messages, rules }: Question, property: Cursor, report: Report): void {
  const possible = [
    'required',
    ...Object.keys(messages),
    ...rules.flatMap(({ schema }) => Object.keys(schema)),
  ];
  for (const [keyword, at] of property.at('errorMessage')?.members() ?? []) {
    if (possible.includes(keyword)) continue;
    report(at, {
      code: 'unused-message',
      found: `a message for "${keyword}", which the question does not have`,
      expected: `messages for ${quoteNames(new Set(possible))}`,
      cure: `Add "${keyword}" to the question, or remove the message.`,
    });
  }
}

/** A question, and the conditional nodes around it within its section, outermost first. */
type VisibleQuestion = { readonly key: string; readonly under: readonly object[] };

/** Reports equal labels of questions visible together under one heading. */
export function checkLabels(form: CompiledPartner, report: Report): void {
  for (const page of form.definition.pages) {
    for (const group of groupsIn(page)) checkGroup(group, form, report);
  }
}

function checkGroup(
  group: readonly VisibleQuestion[],
  { definition, taken }: CompiledPartner,
  report: Report,
): void {
  const questions = new Map(definition.pages.flatMap((page) => Object.entries(page.questions)));
  for (const [index, { key, under }] of group.entries()) {
    const label = questions.get(key)?.label;
    const twin = group
      .slice(0, index)
      .find((other) => questions.get(other.key)?.label === label && isVisibleWith(under, other.under));
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

/** Whether one is visible whenever the other is; other combinations are not decided here. */
function isVisibleWith(one: readonly object[], other: readonly object[]): boolean {
  return one.slice(0, other.length).every((node, index) => node === other[index]);
}

/** Groups the questions of a page by heading: titled sections and instances. */
function groupsIn(page: PageDefinition): readonly (readonly VisibleQuestion[])[] {
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
