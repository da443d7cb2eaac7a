import * as fc from '#test/support/random.ts';
import { describe, expect, it } from 'vitest';
import type { AnswerValue } from '#form/definition/definition.ts';
import { isSameAnswer, mergeAnswers, type StoredAnswers } from '#form/answers/merge-answers.ts';

const stored: StoredAnswers = {
  answers: { first: 'Ada', last: 'Byron', tags: ['x', 'y'] },
  versions: { first: 3, last: 5, tags: 1 },
  version: 5,
};

describe('merging answers', () => {
  it('changes nothing, not even the version, if all values are stored already', () => {
    const same = mergeAnswers(stored, { first: 'Ada', tags: ['x', 'y'], never: '', list: [] }, 0);
    expect(same).toEqual({ kind: 'merged', ...stored, changed: [] });
  });

  it('returns a conflict between a cleared and a changed answer', () => {
    const emptied: StoredAnswers = { answers: { first: '' }, versions: { first: 2 }, version: 2 };
    expect(mergeAnswers(emptied, { first: 'Ada' }, 1)).toEqual({
      kind: 'conflict',
      conflicts: { first: { mine: 'Ada', theirs: '' } },
    });
    expect(mergeAnswers(stored, { last: '' }, 4)).toMatchObject({ kind: 'conflict' });
  });

  it('saves derived answers without conflicts', () => {
    const labelled: StoredAnswers = {
      answers: { pet: 'C', pet_desc: 'Cat' },
      versions: { pet: 1, pet_desc: 5 },
      version: 5,
    };
    expect(mergeAnswers(labelled, { pet: 'D' }, 3, { pet_desc: 'Dog' })).toEqual({
      kind: 'merged',
      answers: { pet: 'D', pet_desc: 'Dog' },
      versions: { pet: 6, pet_desc: 6 },
      version: 6,
      changed: ['pet', 'pet_desc'],
    });
    expect(mergeAnswers(labelled, { pet: 'D' }, 0, { pet_desc: 'Dog' })).toEqual({
      kind: 'conflict',
      conflicts: { pet: { mine: 'D', theirs: 'C' } },
    });
  });

  it('does not mutate its input', () => {
    const before = structuredClone(stored);
    mergeAnswers(stored, { first: 'Grace', last: '' });
    expect(stored).toEqual(before);
  });

  it('keeps the changes of two writers of different keys, in either order', () => {
    const value = fc.oneof(fc.constant(''), fc.string({ maxLength: 3 }), fc.boolean(), fc.integer());
    const first = fc.dictionary(fc.constantFrom('a', 'b', 'c'), value);
    const second = fc.dictionary(fc.constantFrom('x', 'y', 'z'), value);
    fc.assert(
      fc.property(first, second, (mine, theirs) => {
        const base: StoredAnswers = { answers: {}, versions: {}, version: 0 };
        const after = [mine, theirs].reduce((whole, delta) => merged(whole, delta, 0), base);
        const other = [theirs, mine].reduce((whole, delta) => merged(whole, delta, 0), base);
        expect(after.answers).toEqual(other.answers);
        expect(merged(after, mine, 0)).toEqual(after);
      }),
    );
  });
});

function merged(base: StoredAnswers, delta: Record<string, AnswerValue>, version: number): StoredAnswers {
  const result = mergeAnswers(base, delta, version);
  if (result.kind === 'conflict') throw new Error('No two writers wrote the same key.');
  return { answers: result.answers, versions: result.versions, version: result.version };
}

describe('equality of answers', () => {
  it.each<readonly [AnswerValue | undefined, AnswerValue | undefined, boolean]>([
    ['a', 'a', true],
    ['a', 'A', false],
    [1, '1', false],
    [false, undefined, false],
    ['', undefined, true],
    ['', [], true],
    [['a', 'b'], ['a', 'b'], true],
    [['a', 'b'], ['b', 'a'], false],
    [['a'], 'a', false],
    [['a'], ['a', 'b'], false],
  ])('%j and %j: %s', (first, second, same) => {
    expect(isSameAnswer(first, second)).toBe(same);
    expect(isSameAnswer(second, first)).toBe(same);
  });
});
