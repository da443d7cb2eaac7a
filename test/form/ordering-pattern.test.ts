import * as fc from '#test/support/random.ts';
import { describe, expect, it } from 'vitest';
import { compareDecimals, compareText, isDecimal } from '#form/conditions/compare-values.ts';
import { datePattern, decimalPattern } from '#form/validation/ordering-pattern.ts';

const OPERATORS = {
  lt: (order: number) => order < 0,
  lte: (order: number) => order <= 0,
  gt: (order: number) => order > 0,
  gte: (order: number) => order >= 0,
};
const operator = fc.constantFrom('lt', 'lte', 'gt', 'gte');

/** Similar decimals with trailing zeros, to cover each alternative. */
const decimal = fc
  .tuple(
    fc.oneof(fc.nat(12), fc.nat(1200), fc.nat(2_000_000), fc.stringMatching(/^0{0,2}[0-9]{1,2}$/)),
    fc.oneof(fc.constant(''), fc.stringMatching(/^\.[0-9]{1,3}$/), fc.stringMatching(/^\.[019]{1,5}$/)),
  )
  .map(([whole, fraction]) => `${whole}${fraction}`);

const date = fc
  .tuple(
    fc.integer({ min: 1990, max: 2031 }),
    fc.integer({ min: 0, max: 13 }),
    fc.integer({ min: 0, max: 32 }),
  )
  .map(([year, month, day]) =>
    [year, String(month).padStart(2, '0'), String(day).padStart(2, '0')].join('-'),
  );

function matches(pattern: string | undefined, text: string): boolean {
  return pattern !== undefined && new RegExp(pattern, 'u').test(text);
}

describe('ordering patterns', () => {
  it('order decimals exactly as the model does', () => {
    fc.assert(
      fc.property(operator, decimal, decimal, (name, target, answer) => {
        expect(matches(decimalPattern(name, target), answer)).toBe(
          OPERATORS[name](compareDecimals(answer, target)),
        );
      }),
      { numRuns: 3000 },
    );
  });

  it('order small decimals exactly as numbers are ordered', () => {
    const decimals = '00 007 010.0 0 0.0 0.05 0.5 1 1.0 1.25 1.250 1.3 9 10 10.01 99 100 1234'.split(' ');
    for (const target of decimals) {
      for (const answer of decimals) {
        for (const name of ['lt', 'lte', 'gt', 'gte'] as const) {
          expect(`${answer} ${name} ${target} ${matches(decimalPattern(name, target), answer)}`).toBe(
            `${answer} ${name} ${target} ${OPERATORS[name](Number(answer) - Number(target))}`,
          );
        }
      }
    }
  });

  it('order dates exactly as the model does', () => {
    fc.assert(
      fc.property(operator, date, date, (name, target, answer) => {
        expect(matches(datePattern(name, target), answer)).toBe(OPERATORS[name](compareText(answer, target)));
      }),
      { numRuns: 3000 },
    );
  });

  it('match only decimals or dates', () => {
    for (const text of ['', ' 5', '5 ', '-5', '+5', '5.', '.5', '1e3', '٣', '5\n']) {
      expect(isDecimal(text)).toBe(false);
      expect(matches(decimalPattern('gte', '0'), text)).toBe(false);
    }
    for (const text of ['2020-1-1', '20200101', '2020-01-01T00:00', '12020-01-01', '2020-01-01\n']) {
      expect(matches(datePattern('gte', '0000-00-00'), text)).toBe(false);
    }
  });

  it('match nothing below the lowest value', () => {
    expect(decimalPattern('lt', '0')).toBeUndefined();
    expect(datePattern('lt', '0000-00-00')).toBeUndefined();
  });

  it('take linear time', () => {
    const long = `5.${'1'.repeat(20_000)}x`;
    const started = performance.now();
    expect(matches(decimalPattern('gt', '5'), long)).toBe(false);
    expect(matches(decimalPattern('lt', '5.5'), long)).toBe(false);
    expect(performance.now() - started).toBeLessThan(200);
  });
});
