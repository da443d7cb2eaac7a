import * as fc from 'fast-check';
import { expect, it, test } from 'vitest';
import { meets } from '#compiler/formulas/answer-values.ts';
import { comparisonsIn } from '#compiler/formulas/form-conditions.ts';
import { formSections } from '#compiler/states/form-sections.ts';
import { lookOf } from '#compiler/states/look.ts';
import { sectionStates } from '#compiler/states/section-states.ts';
import { clearHidden } from '#form/answers/clear-hidden.ts';
import type {
  Answers,
  AnswerValue,
  FormDefinition,
  FormState,
  LayoutNode,
} from '#form/definition/definition.ts';
import { questionsOf } from '#form/definition/form-part.ts';
import { type SmallForm, smallRandomForm } from '../prove/small-random-form.ts';
import { compileTiny } from '../tiny-form.ts';

const NOW = new Date('2026-11-21T01:00:00Z');
const RUNS = Math.ceil(Number(process.env['PROVE_RUNS'] ?? 100) / 4);

const states = await sectionStates(compileTiny().definition, NOW);

function captionsOf(page: string, id?: string): readonly string[] {
  return states
    .filter(({ section }) => section.page === page && section.id === id)
    .map(({ caption, isShown }) => (isShown ? caption : `hidden: ${caption}`));
}

test('a section is shown in every state that differs, with what leads there in words', () => {
  expect(captionsOf('you')).toEqual([
    'Nothing is answered yet',
    '“Name” is answered',
    '“Home” is “House”',
    '“Your words” is “My own”',
  ]);
  expect(captionsOf('you', 'taste')).toEqual([
    'Nothing is answered yet',
    'hidden: “Home” is “Flat” or “Tower”, “Floor” is at least 3',
  ]);
});

test('a repeated block is shown in all of its states once, begun and not begun, and as often as it may be', () => {
  expect(captionsOf('pets').filter((caption) => caption.includes('Pet '))).toEqual([
    '“Pets” is “Yes”, “Pet 1: Kind” is “Cat”',
    '“Pets” is “Yes”, “Pet 2” is added',
    '“Pets” is “Yes”, “Pet 2: Length of Tail” is answered, “Pet 2” is added',
    '“Pets” is “Yes”, “Pet 2: Kind” is “Cat”, “Pet 2” is added',
    '“Pets” is “Yes”, “Pet 2” to “Pet 3” are added',
  ]);
});

test('each state is one that the form leaves as it is, and has a caption of its own', () => {
  const { definition } = compileTiny();
  for (const { state } of states) expect(clearHidden(definition, state).cleared).toEqual([]);
  const names = states.map(({ section, caption }) => `${section.page} ${section.id} ${caption}`);
  expect(new Set(names).size).toBe(names.length);
});

/** Each two questions side by side, so that some stand in rows. */
function inRows({ partner: { definition } }: SmallForm): FormDefinition {
  const [page] = definition.pages;
  if (!page) throw new Error('A small form has a page.');
  const rows = Array.from({ length: Math.ceil(page.layout.length / 2) }, (_, index): LayoutNode => {
    return { kind: 'row', children: page.layout.slice(2 * index, 2 * index + 2) };
  });
  return { ...definition, pages: [{ ...page, layout: rows }] };
}

/** Every state there is, of answers that are right in themselves. */
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

/** Of two questions whether each shows and is required, as text; one for each way in which they are found. */
function waysOf(looks: readonly (readonly string[])[], one: string, other: string): readonly string[] {
  const seen = looks.map((look) =>
    look.filter((name) => [one, `${one}*`, other, `${other}*`].includes(name)).join(' '),
  );
  return [...new Set(seen)].toSorted();
}

/** Pairs of questions of which one's look may depend on the other's: in one row, or decided by one answer. */
function meetingPairs(definition: FormDefinition): readonly (readonly [string, string])[] {
  const questions = [...questionsOf(definition).values()];
  const rows = (definition.pages[0]?.layout ?? []).map((row) => JSON.stringify(row));
  const deciding = questions.map(({ visibleWhen, requiredWhen }) =>
    [visibleWhen, requiredWhen].flatMap((each) => comparisonsIn(each)).map(({ valueKey }) => valueKey),
  );
  return questions.flatMap(({ key }, index) =>
    questions.slice(index).flatMap((other, further) => {
      const isInRow = rows.some(
        (row) => row.includes(`"key":"${key}"`) && row.includes(`"key":"${other.key}"`),
      );
      const isShared = deciding[index]?.some((name) => deciding[index + further]?.includes(name));
      return isInRow || isShared || key === other.key ? [[key, other.key] as const] : [];
    }),
  );
}

it('shows what a search through every state finds, and each two that meet in each of their ways', async () => {
  await fc.assert(
    fc.asyncProperty(smallRandomForm, fc.boolean(), async (form, hasRows) => {
      const definition = hasRows ? inRows(form) : form.partner.definition;
      const [section] = formSections(definition);
      if (!section) throw new Error('A small form has a section.');
      const every = allStates(form, definition).map((state) => lookOf(definition, section, state));
      const shown = (await sectionStates(definition, NOW)).map(({ state }) =>
        lookOf(definition, section, state),
      );
      expect(new Set(shown.flat())).toEqual(new Set(every.flat()));
      expect(new Set(shown.map((look) => look.join())).size).toBe(shown.length);
      for (const [one, other] of meetingPairs(definition)) {
        expect(waysOf(shown, one, other)).toEqual(waysOf(every, one, other));
      }
    }),
    { numRuns: RUNS },
  );
});
