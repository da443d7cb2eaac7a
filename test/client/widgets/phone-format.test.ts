import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { caretAfterDigits, formatPhone, phoneDigits } from '#client/widgets/phone-format.ts';

describe('a phone number', () => {
  it.each([
    ['', ''],
    ['2', '(2'],
    ['202', '(202'],
    ['2025', '(202) 5'],
    ['202555', '(202) 555'],
    ['2025550', '(202) 555-0'],
    ['2025550123', '(202) 555-0123'],
    ['442071234567', '442071234567'],
  ])('%s reads %s', (digits, text) => {
    expect(formatPhone(digits)).toBe(text);
  });

  it.each([
    ['+1 (202) 555-0123', '2025550123'],
    ['1-202-555-0123', '2025550123'],
    ['1', '1'],
    ['abc', ''],
  ])('%s has the digits %s', (text, digits) => {
    expect(phoneDigits(text)).toBe(digits);
  });

  it('formatting loses no digit', () => {
    const digits = fc.string({ unit: fc.constantFrom(...'0123456789'.split('')), maxLength: 25 });
    fc.assert(
      fc.property(digits, (given) => {
        expect(formatPhone(given).replaceAll(/\D/g, '')).toBe(given);
      }),
    );
  });

  it('the caret stands behind as many digits as before', () => {
    expect(caretAfterDigits('(202) 555-0123', 0)).toBe(0);
    expect(caretAfterDigits('(202) 555-0123', 3)).toBe(4);
    expect(caretAfterDigits('(202) 555-0123', 4)).toBe(7);
    expect(caretAfterDigits('(202) 555-0123', 10)).toBe(14);
  });
});
