import * as fc from '#test/support/random.ts';
import { describe, expect, it } from 'vitest';
import {
  caretAfterDigits,
  maskEdit,
  onlyDigits,
  plainDigits,
  type DigitMask,
} from '#client/widgets/text/digit-mask.ts';
import { usPhone } from '#client/widgets/text/Phone.tsx';
import { socialSecurity } from '#client/widgets/text/SocialSecurity.tsx';

const MASKS: readonly (readonly [string, DigitMask])[] = [
  ['a US phone number', usPhone],
  ['a social security number', socialSecurity],
  ['plain digits', plainDigits],
];

const digitString = fc.string({ unit: fc.constantFrom(...Array.from('0123456789')), maxLength: 25 });
const anyText = fc.string({ unit: fc.constantFrom(...Array.from('0123456789()- +x')), maxLength: 30 });

/** A browser's edit at a caret or over a selection. */
function typeInto(before: string, [from, to]: readonly [number, number], text: string) {
  return {
    before,
    text: before.slice(0, from) + text + before.slice(to),
    caret: from + text.length,
    kind: text === '' ? 'deleteContentBackward' : 'insertText',
  };
}

describe.each(MASKS)('%s', (_name, mask) => {
  it('keeps all digits in their order', () => {
    fc.assert(
      fc.property(digitString, (digits) => {
        expect(onlyDigits(mask.format(digits))).toBe(digits);
      }),
    );
  });

  it('is stable when formatted again', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const once = mask.format(mask.digitsOf(text));
        expect(mask.format(mask.digitsOf(once))).toBe(once);
      }),
    );
  });

  it('each backspace deletes the digit before the caret', () => {
    fc.assert(
      fc.property(digitString, (digits) => {
        // A phone number that shrinks to eleven digits with a 1 in front loses its country code instead.
        fc.pre(mask !== usPhone || !digits.startsWith('1'));
        let shown = { text: mask.format(digits), caret: mask.format(digits).length };
        for (let left = digits.length; left > 0; left -= 1) {
          shown = maskEdit(mask, typeInto(shown.text, [shown.caret - 1, shown.caret], ''));
          expect(onlyDigits(shown.text)).toBe(digits.slice(0, left - 1));
        }
      }),
    );
  });
});

const BACKSPACE = 'deleteContentBackward';

describe('an edit', () => {
  // The bar is the caret.
  it.each([
    ['a digit in the middle', '(20|) 555-0123', '(209|) 555-0123', 'insertText', '(209|) 555-0123'],
    ['a digit at the end of a group', '(202|', '(2025|', 'insertText', '(202) 5|'],
    ['a letter', '(202|) 555', '(202x|) 555', 'insertText', '(202|) 555'],
    ['backspace over a hyphen', '(202) 555-|0123', '(202) 555|0123', BACKSPACE, '(202) 55|0-123'],
    ['backspace over a bracket', '(202)| 555', '(202| 555', BACKSPACE, '(20|5) 55'],
    ['delete over a hyphen', '(202) 555|-0123', '(202) 555|0123', 'deleteContentForward', '(202) 555|-123'],
    ['backspace in the middle', '(202) 5|55', '(202) |55', BACKSPACE, '(202|) 55'],
    ['deleted punctuation', '(202|) 555', '(202|555', BACKSPACE, '(202|) 555'],
    ['a selection replaced', '(202) 5|55-0123', '(202) 59|-0123', 'insertText', '(202) 59|0-123'],
    ['a paste in the middle', '(202) |0123', '(202) 555|0123', 'insertFromPaste', '(202) 555|-0123'],
    ['a 1 in front of ten digits', '|(202) 555-0123', '1|(202) 555-0123', 'insertText', '|(202) 555-0123'],
  ])('%s: %s', (...[, before, left, kind, after]) => {
    const edit = { before: before.replace('|', ''), ...at(left), kind };
    expect(maskEdit(usPhone, edit)).toEqual(at(after));
  });
});

describe('the caret', () => {
  it.each([
    [0, 0],
    [3, 4],
    [4, 7],
    [10, 14],
  ])('after %i digits of (202) 555-0123 is at %i', (digits, place) => {
    expect(caretAfterDigits('(202) 555-0123', digits)).toBe(place);
  });
});

function at(rendered: string): { text: string; caret: number } {
  return { text: rendered.replace('|', ''), caret: rendered.indexOf('|') };
}
