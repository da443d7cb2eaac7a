import * as fc from '#test/support/random.ts';
import { describe, expect, it } from 'vitest';
import { UndecidedPatternError } from '#compiler/prove/patterns/pattern-terms.ts';
import { textCells, type TextTest } from '#compiler/prove/formulas/text-values.ts';
import { FORMAT_PATTERNS } from '#form/validation/formats.ts';
import { rounds } from '#test/support/volume.ts';

const LETTERS = ['a', 'b', '1', ' '];

const LEAVES = ['a', 'b', '1', '.', '[ab]', '[^a]', '\\d', '\\w', '\\W', '\\s', '^', '$', ''];
const TIMES = ['*', '+', '?', '{2}', '{1,2}', '{0,2}', '*?', '+?'];

const { pattern } = fc.letrec<{ pattern: string }>((tie) => {
  const two = fc.tuple(tie('pattern'), tie('pattern'));
  const times = fc.constantFrom(...TIMES);
  const looks = fc.constantFrom('=', '!');
  return {
    pattern: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      { weight: 2, arbitrary: fc.constantFrom(...LEAVES) },
      { weight: 3, arbitrary: two.map(([one, other]) => one + other) },
      { weight: 1, arbitrary: two.map(([one, other]) => `(?:${one}|${other})`) },
      { weight: 2, arbitrary: fc.tuple(tie('pattern'), times).map(([body, count]) => `(${body})${count}`) },
      { weight: 2, arbitrary: fc.tuple(tie('pattern'), looks).map(([body, look]) => `(?${look}${body})`) },
    ),
  };
});

const value = fc.string({ unit: fc.constantFrom(...LETTERS), maxLength: 4 });

const anyTest: fc.Arbitrary<TextTest> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ pattern }) },
  { weight: 1, arbitrary: fc.record({ minLength: fc.nat(4) }) },
  { weight: 1, arbitrary: fc.record({ maxLength: fc.nat(4) }) },
  { weight: 1, arbitrary: fc.record({ among: fc.array(value, { maxLength: 3 }) }) },
);

/** Every text over the letters up to a length, shortest first. */
function textsUpTo(length: number): readonly string[] {
  if (length === 0) return [''];
  const shorter = textsUpTo(length - 1);
  const longest = shorter.filter((text) => text.length === length - 1);
  return [...shorter, ...longest.flatMap((text) => LETTERS.map((letter) => text + letter))];
}

const TEXTS = textsUpTo(5).filter((text) => text.trim() !== '');

function outcome(tests: readonly TextTest[], text: string): readonly boolean[] {
  const { length } = Array.from(text);
  return tests.map((test) => {
    if ('pattern' in test) return new RegExp(test.pattern, 'u').test(text);
    if ('among' in test) return test.among.includes(text);
    return 'minLength' in test ? length >= test.minLength : length <= test.maxLength;
  });
}

describe('the tests of a text', () => {
  it('have exactly the result combinations that texts produce', () => {
    fc.assert(
      fc.property(fc.array(anyTest, { minLength: 1, maxLength: 3 }), (tests) => {
        const cells = new Map(textCells(tests).map((cell) => [cell.holds.join(), cell]));
        for (const { example, holds } of cells.values()) {
          expect(outcome(tests, example)).toEqual(holds);
          expect(example.trim()).not.toBe('');
        }
        for (const text of TEXTS) {
          const shortest = cells.get(outcome(tests, text).join())?.example;
          expect(shortest?.length).toBeLessThanOrEqual(text.length);
        }
      }),
      { numRuns: rounds(100, 500) },
    );
  });

  it.each([
    ['an email address is never shorter than 5', [{ pattern: FORMAT_PATTERNS.email }, { maxLength: 4 }]],
    ['a day is never an email address', [{ pattern: FORMAT_PATTERNS.date }, { pattern: '@' }]],
    ['a pattern needs more characters than allowed', [{ pattern: '^[2-9][0-9]{9}$' }, { maxLength: 9 }]],
    ['no character is both a letter and not', [{ pattern: '^(?=\\p{L})\\P{L}' }]],
    ['a listed text is no other text', [{ among: ['Ada', 'Zoë'] }, { pattern: '^[^AZ]' }]],
  ])('cannot all be met where %s', (_, tests) => {
    expect(textCells(tests).filter(({ holds }) => holds.every(Boolean))).toEqual([]);
  });

  it('have a shortest natural-looking example', () => {
    const cells = textCells([
      { pattern: '^[0-9]{1,25}$' },
      { pattern: '^[2-9][0-9]{9}$' },
      { maxLength: 25 },
    ]);
    expect(cells).toEqual([
      { example: 'a', holds: [false, false, true] },
      { example: '1', holds: [true, false, true] },
      { example: '2111111111', holds: [true, true, true] },
      { example: 'a'.repeat(26), holds: [false, false, false] },
    ]);
  });

  it('count characters, not surrogates', () => {
    const cells = textCells([{ pattern: '^[\\u{1F600}-\\u{1F64F}]+$' }, { minLength: 2 }]);
    expect(cells.map(({ example }) => example)).toEqual(['a', '😀', 'aa', '😀😀']);
  });

  it.each(['(a+)\\1', '(?<same>a|b)\\k<same>', '(?i:a)', 'a\\b', '(?<=a)b'])(
    'cannot be decided for %s',
    (source) => {
      expect(() => textCells([{ pattern: source }])).toThrow(UndecidedPatternError);
    },
  );
});
