import { describe, expect, it } from 'vitest';
import { toFacts } from '#form/answers/facts.ts';
import type { Answers, Notice, Question } from '#form/definition/definition.ts';
import { isLikeName, shownNotices } from '#form/notices/shown-notices.ts';
import { form, page, question, stateOf } from './build-definition.ts';

describe('a text that matches a name', () => {
  const ada = { needed: ['Ada', 'Lovelace'], optional: ['Augusta King', 'Jr.'] };
  const sian = { needed: ['Siân', 'O’Rourke-Żółkiewski'], optional: [] };
  const hong = { needed: ['Thị Hồng', 'Nguyễn'], optional: [] };

  it.each([
    ['Ada Lovelace', ada],
    ['ada lovelace', ada],
    ['ADA  LOVELACE ', ada],
    ['AdaLovelace', ada],
    ['Ada Augusta King Lovelace Jr', ada],
    ['Ada Augusta Lovelace', ada],
    ['Ada A. Lovelace', ada],
    ['Ada A K Lovelace, Jr.', ada],
    ['Lovelace, Ada', ada],
    ['Ada Lovelace II', { ...ada, optional: ['II'] }],
    ['Sian O’Rourke-Zolkiewski', sian],
    ["siân o'rourke żółkiewski", sian],
    ['Nguyen Thi Hong', hong],
    ['Søren Ærø', { needed: ['Soren', 'Aero'], optional: [] }],
    ['李 小龙', { needed: ['小龙', '李'], optional: [] }],
  ])('%s', (text, parts) => {
    expect(isLikeName(text, parts)).toBe(true);
  });

  it.each([
    ['Ada', ada],
    ['A. Lovelace', ada],
    ['Ada Byron', ada],
    ['Ada Lovelace Byron', ada],
    ['Ada X Lovelace', ada],
    ['Ada Lovelace Ada', ada],
    ['.', ada],
  ])('%s is not', (text, parts) => {
    expect(isLikeName(text, parts)).toBe(false);
  });
});

/** Notices next to the signature in a form that asks for a name. */
function texts(notices: readonly Notice[], answers: Answers, part: Partial<Question> = {}) {
  const signed = question('signature', { notices, ...part });
  const questions = [
    question('first', { required: true }),
    question('middle'),
    question('last', { required: true }),
    question('other', { visibleWhen: { valueKey: 'middle', operator: 'notEquals', target: 'none' } }),
    signed,
  ];
  const definition = form([page(questions)]);
  return shownNotices(definition, signed, toFacts(definition, stateOf(answers)));
}

describe('a notice is shown', () => {
  const unlike: Notice = { text: 'Not your name.', unlike: ['first', 'middle', 'last'] };
  const named = { first: 'Ada', middle: 'Augusta', last: 'Lovelace' };

  it('next to a name that differs from the given one', () => {
    expect(texts([unlike], { ...named, signature: 'Ida Lovelace' })).toEqual(['Not your name.']);
    expect(texts([unlike], { ...named, signature: 'Ada Lovelace' })).toEqual([]);
    expect(texts([unlike], { ...named, signature: ' ' })).toEqual([]);
  });

  it('but not while the name is incomplete', () => {
    expect(texts([unlike], { ...named, last: '', signature: 'Ada' })).toEqual([]);
    expect(texts([{ ...unlike, unlike: ['middle'] }], { middle: 'Augusta', signature: 'Ada' })).toEqual([]);
  });

  it('while its condition is true, next to an answer', () => {
    const notice: Notice = { text: 'Hm.', when: { valueKey: 'first', operator: 'answered' } };
    expect(texts([notice], { first: 'Ada', signature: 'x' })).toEqual(['Hm.']);
    expect(texts([notice], { signature: 'x' })).toEqual([]);
    expect(texts([notice], { first: 'Ada' })).toEqual([]);
  });

  it('while a comparison with a visible question is false', () => {
    const keys = { keys: ['signature'], targetKey: 'other', targetKeys: ['other'] };
    const notice: Notice = { text: 'Another one.', comparison: { operator: 'equals', ...keys } };
    expect(texts([notice], { other: 'x', signature: 'y' })).toEqual(['Another one.']);
    expect(texts([notice], { other: 'y', signature: 'y' })).toEqual([]);
    expect(texts([notice], { other: 'x', signature: 'y', middle: 'none' })).toEqual([]);
  });

  it('with the others of its question, in order', () => {
    const two = [{ text: 'One.' }, { text: 'Two.' }];
    expect(texts(two, { signature: 'x' })).toEqual(['One.', 'Two.']);
    expect(texts([], { signature: 'x' }, { notices: [] })).toEqual([]);
  });
});
