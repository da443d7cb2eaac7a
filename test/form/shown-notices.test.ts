import { describe, expect, it } from 'vitest';
import { toFacts } from '#form/answers/facts.ts';
import type { Answers, Notice, Question } from '#form/definition/definition.ts';
import { shownNotices } from '#form/notices/shown-notices.ts';
import { form, page, question, stateOf } from './build-definition.ts';

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
  it.each([
    ['Ida Lovelace', 'Ada', 'Lovelace'],
    ['Ada', 'Ada', 'Lovelace'],
    ['A. Lovelace', 'Ada', 'Lovelace'],
    ['.', 'Ada', 'Lovelace'],
  ])('next to %s for %s %s', (signature, first, last) => {
    expect(texts([unlike], { first, last, signature })).toEqual(['Not your name.']);
  });

  it.each([
    ['ADA  LOVELACE ', 'Ada', 'Lovelace'],
    ['Ada A. Lovelace, Jr.', 'Ada', 'Lovelace'],
    ['Lovelace, Ada', 'Ada', 'Lovelace'],
    ['Sian O’Rourke-Zolkiewski', 'Siân', 'O’Rourke-Żółkiewski'],
    ['Nguyen Thi Hong', 'Thị Hồng', 'Nguyễn'],
    ['Søren Ærø', 'Soren', 'Aero'],
    ['李 小龙', '小龙', '李'],
    [' ', 'Ada', 'Lovelace'],
  ])('but not next to %s for %s %s', (signature, first, last) => {
    expect(texts([unlike], { first, last, signature })).toEqual([]);
  });

  it('but not while the name is incomplete', () => {
    expect(texts([unlike], { first: 'Ada', middle: 'Augusta', signature: 'Ada' })).toEqual([]);
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
