import { describe, expect, it } from 'vitest';
import { answersFor, carryAnswers, readCarried } from '#client/screens/carried.ts';

describe('the navigation state', () => {
  it.each([undefined, null, 'text', [], { answers: 'none', username: 7 }, { answers: {} }])(
    '%o brings nothing along',
    (state) => {
      expect(readCarried(state)).toEqual({});
    },
  );

  it('brings answers, but nothing that is no answer', () => {
    const state = {
      answers: { name: 'Ada', many: ['a'], odd: { a: 1 }, none: null },
      username: 'ada@example.org',
    };
    expect(readCarried(state)).toEqual({
      answers: { name: 'Ada', many: ['a'] },
      username: 'ada@example.org',
    });
  });

  it('hands on the answers with their owner, not the messages', () => {
    const carried = { answers: { name: 'Ada' }, owner: 'ada@example.org', error: 'No.' };
    expect(carryAnswers(carried)).toEqual({ answers: { name: 'Ada' }, owner: 'ada@example.org' });
  });
});

describe('carried answers', () => {
  const answers = { name: 'Ada' };
  it.each([
    ['of a visitor are for who logs in', undefined, 'ada@example.org', answers],
    ['of a visitor are for the visitor', undefined, undefined, answers],
    ['of a student are for that student', 'ada@example.org', 'ada@example.org', answers],
    ['of a student are for nobody else', 'ada@example.org', 'eve@example.org', {}],
    ['of a student are not for a visitor', 'ada@example.org', undefined, {}],
  ])('%s', (_, owner, username, expected) => {
    expect(answersFor(username, { answers, ...(owner === undefined ? {} : { owner }) })).toEqual(expected);
  });
});
