import * as fc from '#test/support/random.ts';
import { describe, expect, it } from 'vitest';
import { clearDependents } from '#form/answers/clear-dependents.ts';
import { clearHidden } from '#form/answers/clear-hidden.ts';
import { isAnswered, answerByKey } from '#form/definition/answer.ts';
import { isSameAnswer } from '#form/answers/merge-answers.ts';
import type { Answers, FormDefinition, FormState } from '#form/definition/definition.ts';
import { questionsOf } from '#form/definition/form-part.ts';
import { optionsOf } from '#form/answers/option-lists.ts';
import { form, page, question } from './build-definition.ts';
import { randomDefinition, randomState } from './random-definition.ts';
import { rounds } from '#test/support/volume.ts';

const definition = form([
  page([
    question('land', { companion: true }),
    question('area', {
      companion: true,
      dependsOn: { valueKey: 'land', lists: { A: 'a', B: 'b' } },
      parts: ['since'],
    }),
    question('since', { partOf: 'area' }),
    question('town', { companion: true, dependsOn: { valueKey: 'area', lists: { N: 'n', S: 's' } } }),
    question('visa', { companion: true, options: 'visas', dependsOn: { valueKey: 'land' } }),
    question('other'),
  ]),
]);

const before: Answers = {
  land: 'A',
  land_desc: 'Aland',
  area: 'N',
  area_desc: 'North',
  since: '2020',
  town: 'T',
  visa: 'V',
  other: 'o',
};

const DEPENDENTS = ['area', 'area_desc', 'since', 'visa', 'town'];

describe('a changed answer', () => {
  it.each([
    ['another list', { land: 'B', land_desc: 'Bland' }, DEPENDENTS],
    ['no list', { land: 'C' }, DEPENDENTS],
    ['nothing', { land: '' }, DEPENDENTS],
    ['an indirect dependent', { area: 'S', area_desc: 'South' }, ['town']],
    ['a question without dependents', { other: 'p', since: '2021' }, []],
    ['the controlling question, to the same value', { land: 'A', other: 'p' }, []],
  ])('of %s clears its dependents, transitively', (_name, given: Answers, keys) => {
    const { answers, cleared } = clearDependents(definition, before, given);
    const empty = Object.fromEntries(keys.map((key) => [key, '']));

    expect([...cleared].toSorted()).toEqual([...keys].toSorted());
    expect(answers).toEqual({ ...before, ...given, ...empty });
  });

  it('keeps answers given with it, even unchanged ones', () => {
    const given = { land: 'B', area: 'N', visa: 'W' };
    const { answers, cleared } = clearDependents(definition, before, given);

    expect(answers).toMatchObject({ land: 'B', area: 'N', visa: 'W', town: 'T' });
    expect([...cleared].toSorted()).toEqual(['area_desc', 'since']);
  });

  it('returns the same object if nothing changes', () => {
    expect(clearDependents(definition, before, { land: 'A', gone: '' }).answers).toBe(before);
  });

  it('ignores inherited properties', () => {
    expect(clearDependents(definition, {}, { toString: 'x' }).answers).toEqual({ toString: 'x' });
  });
});

/** Keys of dependent questions whose answer is not offered. */
function strayKeys(random: FormDefinition, answers: Answers): readonly string[] {
  const context = { answers, now: new Date('2026-11-21T01:00:00Z') };
  return [...questionsOf(random).values()]
    .filter((each) => {
      const answer = answerByKey(answers, each.key);
      const offered = optionsOf(random, each, context).map((option) => option.value);
      return each.dependsOn?.lists && isAnswered(answer) && !offered.includes(String(answer));
    })
    .map((each) => each.key);
}

/** Answers with valid choices for every dependent question. */
function chosen(random: FormDefinition, state: FormState): FormState {
  const { answers } = clearHidden(random, state);
  const stray = strayKeys(random, answers);
  if (stray.length === 0) return { ...state, answers };
  return chosen(random, {
    ...state,
    answers: { ...answers, ...Object.fromEntries(stray.map((key) => [key, ''])) },
  });
}

describe('on random answers', () => {
  /** Values that are often offered, so that there is something to clear. */
  const likely = fc.record({
    land: fc.constantFrom('a', 'b', 'c', ''),
    area: fc.constantFrom('a', 'b', '1', '2'),
    place: fc.constantFrom('a', '1', '2', ''),
  });
  const samples = randomDefinition.chain((random) =>
    fc.record({
      random: fc.constant(random.definition),
      state: fc
        .tuple(randomState(random), likely)
        .map(([state, more]) => ({ ...state, answers: { ...state.answers, ...more } })),
      given: fc
        .tuple(randomState(random), fc.subarray(random.subjects.map(({ key }) => key)), likely)
        .map(([{ answers }, keys, { land }]): Answers => ({ ...only(answers, keys), land })),
    }),
  );

  it('no change leaves a dependent answer that is not offered', () => {
    fc.assert(
      fc.property(samples, ({ random, state, given }) => {
        const first = chosen(random, state);
        const others = only(
          given,
          Object.keys(given).filter((key) => key !== 'area' && key !== 'place'),
        );
        const { answers } = clearDependents(random, first.answers, others);
        expect(strayKeys(random, clearHidden(random, { ...first, answers }).answers)).toEqual([]);
      }),
      { numRuns: rounds(100, 500) },
    );
  });

  it('repeating a change has no effect, and given answers are kept', () => {
    fc.assert(
      fc.property(samples, ({ random, state, given }) => {
        const once = clearDependents(random, state.answers, given);
        expect(clearDependents(random, once.answers, given)).toEqual({ answers: once.answers, cleared: [] });
        for (const [key, value] of Object.entries(given)) {
          expect(isSameAnswer(once.answers[key], value)).toBe(true);
        }
      }),
      { numRuns: rounds(100, 500) },
    );
  });
});

function only(answers: Answers, keys: readonly string[]): Answers {
  return Object.fromEntries(Object.entries(answers).filter(([key]) => keys.includes(key)));
}
