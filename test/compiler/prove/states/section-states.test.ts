import * as fc from '#test/support/random.ts';
import { expect, it, test } from 'vitest';
import { meets } from '#compiler/prove/formulas/answer-values.ts';
import { comparisonsWithin } from '#form/conditions/condition-parts.ts';
import { formSections, sectionAppearance } from '#compiler/prove/states/form-sections.ts';
import { sectionStates } from '#compiler/prove/states/section-states.ts';
import { clearHidden } from '#form/answers/clear-hidden.ts';
import { toFacts } from '#form/answers/facts.ts';
import { evaluateCondition } from '#form/conditions/evaluate-condition.ts';
import type {
  AnswerValue,
  Answers,
  Condition,
  Facts,
  FormDefinition,
  FormState,
  LayoutNode,
} from '#form/definition/definition.ts';
import { allNodes, questionsOf } from '#form/definition/form-part.ts';
import { compileTiny } from '#test/compiler/tiny-form.ts';
import { type SmallForm, smallRandomForm } from '../small-random-form.ts';
import { rounds } from '#test/support/volume.ts';

const NOW = new Date('2026-11-21T01:00:00Z');
const RUNS = rounds(10, 100);

const states = sectionStates(compileTiny().definition, NOW);

function captionsOf(page: string, id?: string): readonly string[] {
  return states
    .filter(({ section }) => section.page === page && section.id === id)
    .map(({ caption, isShown }) => (isShown ? caption : `hidden: ${caption}`));
}

test('a section is shown in every distinct state, with the steps to reach it', () => {
  expect(captionsOf('you')).toEqual([
    'Nothing is answered yet',
    '“Name” is “a”',
    '“Home” is “House”',
    '“Your words” is “My own”',
  ]);
  expect(captionsOf('you', 'taste')).toEqual([
    'Nothing is answered yet',
    'hidden: “Home” is “Flat”, “Floor” is 3',
  ]);
});

test('a repeated block is shown in all its states once, started and not, and with the most instances', () => {
  expect(captionsOf('pets').filter((caption) => caption.includes('Pet '))).toEqual([
    '“Pets” is “Yes”, “Pet 1: Kind” is “Cat”',
    '“Pets” is “Yes”, “Pet 2” is added',
    '“Pets” is “Yes”, “Pet 2: Length of Tail” is -1, “Pet 2” is added',
    '“Pets” is “Yes”, “Pet 2: Kind” is “Cat”, “Pet 2” is added',
    '“Pets” is “Yes”, “Pet 2” to “Pet 3” are added',
  ]);
});

test('each state is stable and has a unique caption', () => {
  const { definition } = compileTiny();
  for (const { state } of states) expect(clearHidden(definition, state).cleared).toEqual([]);
  const names = states.map(({ section, caption }) => `${section.page} ${section.id} ${caption}`);
  expect(new Set(names).size).toBe(names.length);
});

/** Puts pairs of questions into rows. */
function inRows({ partner: { definition } }: SmallForm): FormDefinition {
  const [page] = definition.pages;
  if (!page) throw new Error('A small form has a page.');
  const rows = Array.from({ length: Math.ceil(page.layout.length / 2) }, (_, index): LayoutNode => {
    return { kind: 'row', children: page.layout.slice(2 * index, 2 * index + 2) };
  });
  return { ...definition, pages: [{ ...page, layout: rows }] };
}

/** Every state with individually valid answers. */
function allStates({ values }: SmallForm, definition: FormDefinition): readonly FormState[] {
  const isRight = (key: string, value: AnswerValue): boolean => {
    const always =
      questionsOf(definition)
        .get(key)
        ?.rules.filter(({ when }) => !when) ?? [];
    return always.every(({ schema }) => meets(value, schema));
  };
  const all = [...values].reduce<readonly Answers[]>(
    (found, [key, options]) => {
      const right = options.filter((value) => isRight(key, value));
      return found.flatMap((answers) => [answers, ...right.map((value) => ({ ...answers, [key]: value }))]);
    },
    [{}],
  );
  return all
    .map((answers) => ({ answers, tabs: {}, counts: {} }))
    .filter((state) => clearHidden(definition, state).cleared.length === 0);
}

/** A condition of a small form, with its question and ancestors' conditions. */
type Facet = {
  readonly own: Condition;
  readonly around: readonly Condition[];
  readonly question: string;
  readonly row: number;
};

function facetsOf(definition: FormDefinition): readonly Facet[] {
  const rows = definition.pages[0]?.layout ?? [];
  return rows.flatMap((row, index) => allNodes([row]).flatMap((node) => facetsAt(node, index, definition)));
}

/** A section around a single question counts as the question. */
function facetsAt(node: LayoutNode, row: number, definition: FormDefinition): readonly Facet[] {
  if (node.kind === 'section') {
    const [inner] = allNodes(node.children);
    const question = inner?.kind === 'question' ? inner.key : '';
    return node.visibleWhen
      ? [{ own: node.visibleWhen, around: [], question: `around ${question}`, row }]
      : [];
  }
  if (node.kind !== 'question') return [];
  const { visibleWhen, requiredWhen } = questionsOf(definition).get(node.key) ?? {};
  const own = node.visibleWhen;
  const around = visibleWhen && own !== visibleWhen ? sectionAround(node.key, definition) : [];
  return [
    ...(own ? [{ own, around, question: node.key, row }] : []),
    ...(requiredWhen
      ? [{ own: requiredWhen, around: [...around, ...(own ? [own] : [])], question: node.key, row }]
      : []),
  ];
}

function sectionAround(key: string, { pages }: FormDefinition): readonly Condition[] {
  const sections = allNodes(pages[0]?.layout ?? []).filter((node) => node.kind === 'section');
  const own = sections.find((node) => JSON.stringify(node.children).includes(`"key":"${key}"`));
  return own?.visibleWhen ? [own.visibleWhen] : [];
}

/** Whether two looks can be related: same question, same row, or decided by one answer. */
function areRelated(one: Facet, other: Facet, hasRows: boolean): boolean {
  if (one.question === other.question || (hasRows && one.row === other.row)) return true;
  const names = new Set(comparisonsWithin(one.own).map(({ valueKey }) => valueKey));
  return comparisonsWithin(other.own).some(({ valueKey }) => names.has(valueKey));
}

/** Combinations of two conditions that occur: true, false, or hidden. */
function combinationsOf(facets: readonly Facet[], facts: readonly Facts[]): readonly string[] {
  const seen = facts.map((each) => facets.map((facet) => valueOf(facet, each)).join());
  return [...new Set(seen)].toSorted();
}

function valueOf({ own, around }: Facet, facts: Facts): string {
  const isShown = around.every((condition) => evaluateCondition(condition, facts));
  return isShown ? String(evaluateCondition(own, facts)) : 'hidden';
}

it('covers what an exhaustive search finds, and each related pair in all combinations', () => {
  fc.assert(
    fc.property(smallRandomForm, fc.boolean(), (form, hasRows) => {
      const definition = hasRows ? inRows(form) : form.partner.definition;
      const [section] = formSections(definition);
      if (!section) throw new Error('A small form has a section.');
      const every = allStates(form, definition);
      const shown = sectionStates(definition, NOW).map(({ state }) => state);
      const [everyLook, looks] = [every, shown].map((all) =>
        all.map((state) => sectionAppearance(definition, section, state)),
      );
      expect(new Set(looks?.flat())).toEqual(new Set(everyLook?.flat()));
      expect(new Set(looks?.map((look) => look.join())).size).toBe(shown.length);
      const [everyFacts, facts] = [every, shown].map((all) => all.map((state) => toFacts(definition, state)));
      const facets = facetsOf(definition);
      for (const [index, one] of facets.entries()) {
        for (const other of facets.slice(index)) {
          if (!areRelated(one, other, hasRows)) continue;
          expect(combinationsOf([one, other], facts ?? [])).toEqual(
            combinationsOf([one, other], everyFacts ?? []),
          );
        }
      }
    }),
    { numRuns: RUNS },
  );
});
