import { assert, double, integer, oneof, property } from '#test/support/random.ts';
import { afterEach, describe, expect, it } from 'vitest';
import { dateText, listText, numberText, pluralForm, setLanguage } from '#texts/language.ts';
import { say } from '#texts/say.ts';

const PAGES = { text: '{count} pages', one: '{count} page' } as const;

afterEach(() => setLanguage());

describe('a sentence with a number', () => {
  it('has the form that the number needs', () => {
    expect([0, 1, 2].map((count) => say(PAGES, { count }))).toEqual(['0 pages', '1 page', '2 pages']);
  });

  it('has as many forms as the language', () => {
    const forms = {
      one: '{count} strona',
      few: '{count} strony',
      many: '{count} stron',
      other: '{count} strony',
    };
    setLanguage({ locale: 'pl', texts: { [PAGES.text]: forms } });

    expect([1, 2, 5].map((count) => say(PAGES, { count }))).toEqual(['1 strona', '2 strony', '5 stron']);
  });
});

describe('English, which is written without `Intl` where that takes a phone too long', () => {
  const formats = new Intl.NumberFormat('en-US', { useGrouping: 'min2' });
  const rules = new Intl.PluralRules('en-US');
  // Nothing is said of less than nothing times zero.
  const numbers = oneof(
    integer({ min: -20_000, max: 20_000 }),
    double().map((value) => value + 0),
  );

  it('is as `Intl` has it', () => {
    assert(
      property(numbers, (value) => {
        expect(numberText(value)).toBe(formats.format(value));
        expect(pluralForm({ one: 'one', other: 'other' }, value)).toBe(rules.select(value));
      }),
    );
  });
});

describe('numbers, dates and lists', () => {
  const day = new Date('2026-11-22T12:00:00Z');

  it.each([
    ['en-US', '7000', '20,000', 'November 22, 2026', 'A, B, and C'],
    ['de', '7000', '20.000', '22. November 2026', 'A, B und C'],
    ['ar-EG', '٧٠٠٠', '٢٠٬٠٠٠', '٢٢ نوفمبر ٢٠٢٦', 'A وB وC'],
  ])('are written as in %s', (locale, ...[few, many, date, list]) => {
    setLanguage({ locale });

    expect([numberText(7000), numberText(20_000)]).toEqual([few, many]);
    expect(dateText(day, { dateStyle: 'long', timeZone: 'UTC' })).toBe(date);
    expect(listText(['A', 'B', 'C'])).toBe(list);
  });
});
