import { describe, expect, it } from 'vitest';
import { fullName, greetingName, sortName } from '#form/summary/student-names.ts';
import { form, page, question } from './build-definition.ts';

const names = ['given', 'family'] as const;
const definition = form([page(names.map((key) => question(key)))], {
  greetingName: ['given'],
  fullName: names,
  sortName: names.toReversed(),
});

describe('the name of a student', () => {
  it('is composed of the answered parts', () => {
    const answers = { given: ' Ada ', family: 'Baker' };
    expect(fullName(definition, answers)).toBe('Ada Baker');
    expect(sortName(definition, answers)).toBe('Baker Ada');
    expect(fullName(definition, { family: 'Baker' })).toBe('Baker');
  });

  it.each([
    ['an override', '\u202e'],
    ['an embedding', '\u202b'],
    ['an isolate', '\u2067'],
    ['an unmatched end', '\u202c\u2069'],
  ])('has no bidi control characters: %s', (_name, mark) => {
    const answers = { given: `Ada${mark}`, family: `${mark}Baker` };
    expect(greetingName(definition, answers)).toBe('Ada');
    expect(fullName(definition, answers)).toBe('Ada Baker');
    expect(sortName(definition, answers)).toBe('Baker Ada');
  });

  it('keeps the marks and letters of right-to-left names', () => {
    const answers = { given: 'עדה\u200f', family: 'محمد' };
    expect(fullName(definition, answers)).toBe('עדה\u200f محمد');
  });
});
