import * as fc from '#test/support/random.ts';
import { describe, expect, it } from 'vitest';
import { instanceCount, removeInstance } from '#form/answers/instances.ts';
import { addAnother } from './build-definition.ts';

const node = addAnother('more', ['a', 'b'], ['a_2', 'b_2'], ['a_3', 'b_3']);

describe('the count of an add-another', () => {
  it.each([
    [{}, {}, 1],
    [{}, { more: 0 }, 1],
    [{}, { more: 2 }, 2],
    [{}, { more: 12 }, 3],
    [{ b_3: 'x' }, { more: 1 }, 3],
    [{ b_3: '' }, { more: 1 }, 1],
    [{ b_2: false }, {}, 2],
  ])('with answers %j and counts %j is %i', (answers, counts, count) => {
    expect(instanceCount(node, { answers, counts })).toBe(count);
  });
});

describe('an add-another that can be empty', () => {
  const none = { ...node, min: 0 } as const;

  it.each([
    [{}, {}, 0],
    [{}, { more: 0 }, 0],
    [{}, { more: 2 }, 2],
    [{ a: 'x' }, {}, 1],
    [{ b_3: 'x' }, { more: 0 }, 3],
    [{ a: '' }, { more: 0 }, 0],
  ])('with answers %j and counts %j shows %i', (answers, counts, count) => {
    expect(instanceCount(none, { answers, counts })).toBe(count);
  });

  it('can lose its only instance', () => {
    expect(removeInstance(none, 1, { answers: { a: '1' }, counts: {} })).toEqual({
      answers: { a: '' },
      count: 0,
    });
  });
});

describe('removing an instance', () => {
  it('moves later ones up with labels, and empties the last', () => {
    const answers = {
      other: 'o',
      a: '1',
      b: '1',
      a_2: '2',
      a_2_desc: 'two',
      a_3: '3',
      a_3_desc: 'three',
      b_3: '3',
    };
    expect(removeInstance(node, 2, { answers, counts: {} })).toEqual({
      answers: {
        other: 'o',
        a: '1',
        b: '1',
        a_2: '3',
        a_2_desc: 'three',
        b_2: '3',
        a_3: '',
        a_3_desc: '',
        b_3: '',
      },
      count: 2,
    });
  });

  it('keeps the order of the others, without a gap', () => {
    const answer = fc.constantFrom('', 'x', 'y', 'z');
    const instances = fc.array(fc.tuple(answer, answer), { minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(instances, fc.nat(2), (filled, index) => {
        const count = filled.length;
        const answers = Object.fromEntries(
          filled.flatMap(([a, b], at) => [
            [node.instances[at]?.keys[0] ?? '', a],
            [node.instances[at]?.keys[1] ?? '', b],
          ]),
        );
        const removed = removeInstance(node, (index % count) + 1, { answers, counts: { more: count } });
        const remaining = node.instances.map(({ keys }) => keys.map((key) => removed.answers[key] ?? ''));
        const expected = [...filled.toSpliced(index % count, 1), ['', ''], ['', ''], ['', '']].slice(0, 3);
        expect(remaining).toEqual(expected);
        expect(removed.count).toBe(Math.max(count - 1, 1));
      }),
    );
  });
});
