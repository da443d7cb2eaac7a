import * as fc from '#test/support/random.ts';
import { describe, expect, it } from 'vitest';
import { clearHidden } from '#form/answers/clear-hidden.ts';
import type { Condition } from '#form/definition/definition.ts';
import { form, page, question, stateOf, tabs } from './build-definition.ts';
import { randomDefinition, randomState } from './random-definition.ts';
import { rounds } from '#test/support/volume.ts';

const unless = (valueKey: string, target: string): Condition => ({ valueKey, operator: 'notEquals', target });

const definition = form([
  page(
    [question('p', { companion: true }), question('q', { companion: true }), question('r'), question('kept')],
    {
      clearing: [
        { when: unless('p', 'Y'), keys: ['q'] },
        { when: unless('q', 'Y'), keys: ['r'] },
        { when: unless('p', 'Y'), keys: [] },
      ],
    },
  ),
]);

describe('clearing', () => {
  it('empties hidden answers and their labels', () => {
    const state = stateOf({ p: 'N', p_desc: 'No', q: 'X', q_desc: 'Ex', kept: 'k' });
    expect(clearHidden(definition, state)).toEqual({
      answers: { p: 'N', p_desc: 'No', q: '', q_desc: '', kept: 'k' },
      cleared: ['q', 'q_desc'],
    });
  });

  it('continues with answers hidden by it', () => {
    const { answers, cleared } = clearHidden(definition, stateOf({ p: 'N', q: 'Y', r: 'r' }));
    expect(answers).toEqual({ p: 'N', q: '', r: '' });
    expect(cleared).toEqual(['q', 'r']);
  });

  it('returns the same object if nothing is cleared', () => {
    const state = stateOf({ p: 'Y', q: 'Y', r: 'r', kept: 'k' });
    expect(clearHidden(definition, state).answers).toBe(state.answers);
    const emptied = stateOf({ p: 'N', q: '' });
    expect(clearHidden(definition, emptied)).toEqual({ answers: emptied.answers, cleared: [] });
  });

  it('never adds a key', () => {
    expect(clearHidden(definition, stateOf({})).answers).toEqual({});
  });

  it('includes the parts of the same widget', () => {
    const pair = [question('month', { parts: ['year'] }), question('year', { partOf: 'month' })];
    const part = page(pair, { clearing: [{ when: unless('p', 'Y'), keys: ['month'] }] });
    expect(clearHidden(part, stateOf({ month: '05', year: '2020' })).cleared).toEqual(['month', 'year']);
  });

  it('follows the chosen tab', () => {
    const part = page([question('e'), question('w')], {
      layout: [tabs('side', ['e'], ['w'])],
      clearing: [
        { when: unless('side', 'east'), keys: ['e'] },
        { when: unless('side', 'west'), keys: ['w'] },
      ],
    });
    const answers = { e: 'e', w: 'w' };
    expect(clearHidden(part, stateOf(answers)).answers).toEqual({ e: 'e', w: '' });
    expect(clearHidden(part, stateOf(answers, { tabs: { side: 'west' } })).answers).toEqual({
      e: '',
      w: 'w',
    });
  });

  it('is idempotent', () => {
    const samples = randomDefinition.chain((random) => fc.tuple(fc.constant(random), randomState(random)));
    fc.assert(
      fc.property(samples, ([random, state]) => {
        const once = clearHidden(random.definition, state);
        const twice = clearHidden(random.definition, { ...state, answers: once.answers });
        expect(twice).toEqual({ answers: once.answers, cleared: [] });
        expect(Object.keys(once.answers).toSorted()).toEqual(Object.keys(state.answers).toSorted());
      }),
      { numRuns: rounds(100, 500) },
    );
  });
});
