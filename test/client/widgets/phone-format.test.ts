import { describe, expect, it } from 'vitest';
import { phoneDigits, phoneMask } from '#client/widgets/text/Phone.tsx';
import { formatPhone } from '#form/summary/phone-text.ts';

describe('a phone number', () => {
  it.each([
    ['', ''],
    ['202', '(202'],
    ['2025', '(202) 5'],
    ['202555', '(202) 555'],
    ['2025550123', '(202) 555-0123'],
    ['442071234567', '442071234567'],
  ])('%s is shown as %s', (digits, text) => {
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

  it('of another country keeps a 1 in front', () => {
    expect(phoneMask('44').digitsOf('12025550123')).toBe('12025550123');
  });
});
