import { describe, expect, it } from 'vitest';
import type { Condition, FormState, PageDefinition } from '#form/definition/definition.ts';
import type { FormPart } from '#form/definition/form-part.ts';
import { formProgress } from '#form/progress/progress.ts';
import { form, page, question, stateOf } from './build-definition.ts';

const isYes: Condition = { valueKey: 'p', operator: 'equals', target: 'Y' };

const one = page(
  [
    question('p', { required: true }),
    question('q', { required: true, visibleWhen: isYes }),
    question('r', { requiredWhen: { valueKey: 'q', operator: 'answered' } }),
    question('free'),
  ],
  { id: 'one', clearing: [{ when: { not: isYes }, keys: ['q'] }] },
);
const two = page(
  [
    question('month', { required: true, parts: ['year'] }),
    question('year', { required: true, partOf: 'month' }),
    question('box', { type: 'boolean', required: true }),
  ],
  { id: 'two' },
);
const definition = form([one, two]);

const pageProgress = (whole: FormPart, { id }: PageDefinition, state: FormState) =>
  formProgress(whole, state).pages[id];

describe('the progress of a page', () => {
  it.each<[FormState['answers'], number, string[], string]>([
    [{}, 1, ['p'], 'untouched'],
    [{ p: 'N' }, 1, [], 'complete'],
    [{ free: 'x' }, 1, ['p'], 'started'],
    [{ p: 'Y' }, 2, ['q'], 'started'],
    [{ p: 'Y', q: 'x' }, 3, ['r'], 'started'],
    [{ p: 'Y', q: 'x', r: 'x' }, 3, [], 'complete'],
    [{ p: 'N', q: 'hidden' }, 1, [], 'complete'],
    [{ p: '', free: '' }, 1, ['p'], 'untouched'],
  ])('with %j is %i required, open %j, %s', (answers, required, open, state) => {
    const [isStarted, isComplete] = [state !== 'untouched', state === 'complete'];
    const progress = { required, open, isStarted, isComplete };
    expect(pageProgress(definition, one, stateOf(answers))).toEqual(progress);
  });

  it('counts a question with its parts as one, answered when complete', () => {
    expect(pageProgress(definition, two, stateOf({ month: '05' }))).toMatchObject({
      required: 2,
      open: ['month', 'box'],
      isStarted: true,
    });
    expect(pageProgress(definition, two, stateOf({ month: '05', year: '2020' }))).toMatchObject({
      open: ['box'],
    });
    expect(pageProgress(definition, two, stateOf({ year: '2020', box: false }))).toMatchObject({
      open: ['month'],
      isStarted: true,
    });
  });
});

describe('the progress of a form', () => {
  it('is the sum of its pages', () => {
    const state = stateOf({ p: 'N', box: true });
    expect(formProgress(definition, state)).toEqual({
      pages: { one: pageProgress(definition, one, state), two: pageProgress(definition, two, state) },
      sections: [],
      total: { required: 3, open: ['month'] },
    });
  });
});
