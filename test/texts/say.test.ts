import { afterEach, describe, expect, it } from 'vitest';
import { setLanguage } from '#texts/language.ts';
import { say } from '#texts/say.ts';

const THANKS = { text: 'Thank you, {name}! You have {count} left.' } as const;
const SAVED = { text: 'Saved' } as const;

afterEach(() => setLanguage());

describe('a sentence of the engine', () => {
  it('is said as it is, with what is put into it', () => {
    expect(say(SAVED)).toBe('Saved');
    expect(say(THANKS, { name: '$&', count: 0 })).toBe('Thank you, $&! You have 0 left.');
  });

  it('is said as the partner says it', () => {
    setLanguage({ texts: { Saved: 'Kept', [THANKS.text]: '{count} to go, {name}.' } });

    expect(say(SAVED)).toBe('Kept');
    expect(say(THANKS, { name: 'Ada', count: 2 })).toBe('2 to go, Ada.');
  });

  it('keeps the braces of an answer', () => {
    expect(say(THANKS, { name: '{count}', count: 1 })).toBe('Thank you, {count}! You have 1 left.');
  });
});
