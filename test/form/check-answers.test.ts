import { describe, expect, it } from 'vitest';
import { checkAnswers } from '#form/answers/check-answers.ts';
import { form, page, question } from './build-definition.ts';

const definition = form([
  page([
    question('text', { constraints: { maxLength: 2 } }),
    question('choice', { companion: true, options: 'letters' }),
    question('box', { type: 'boolean' }),
    question('list', { type: 'array' }),
    question('count', { type: 'integer' }),
    question('size', { type: 'number' }),
  ]),
  page([question('later')], { id: 'second' }),
]);

const TEXT = 'The answer must be text.';
const BOX = 'The answer must be true or false.';
const NUMBER = 'The answer must be a number.';
const LIST = 'The answer must be a list.';
const UNKNOWN = "This question isn't part of the application.";
const UNSAVEABLE = "This answer has a character that we can't save. Please type it again.";

describe('accepted answers', () => {
  it.each([
    [{}],
    [{ text: 'x', later: 'y' }],
    [{ text: 'longer than allowed, but a draft' }],
    [{ choice: 'a', choice_desc: 'A' }],
    [{ choice: 'no such option' }],
    [{ text: '', choice: '', choice_desc: '', box: '', list: '', count: '', size: '' }],
    [{ box: true }],
    [{ box: false }],
    [{ list: [] }],
    [{ list: ['a', 'b'] }],
    [{ count: 1.5, size: -0.5 }],
    [{ text: '😀 ü 漢\n\t' }],
    [{ text: 'x'.repeat(20_000) }],
  ])('%j', (delta) => {
    expect(checkAnswers(definition, delta)).toEqual({});
  });
});

describe('rejected answers', () => {
  const nested: unknown = JSON.parse(`${'['.repeat(500)}${']'.repeat(500)}`);

  it.each<readonly [string, unknown, string]>([
    ['text', 1, TEXT],
    ['text', true, TEXT],
    ['text', null, TEXT],
    ['text', ['a'], TEXT],
    ['text', { $gt: '' }, TEXT],
    ['choice_desc', 1, TEXT],
    ['box', 'true', BOX],
    ['box', 1, BOX],
    ['box', null, BOX],
    ['count', '1', NUMBER],
    ['count', Number.NaN, NUMBER],
    ['size', Number.POSITIVE_INFINITY, NUMBER],
    ['size', null, NUMBER],
    ['list', 'a', LIST],
    ['list', { 0: 'a' }, LIST],
    ['list', ['a', 1], TEXT],
    ['list', [['a']], TEXT],
    ['list', nested, TEXT],
    ['list', Array.from({ length: 501 }, () => 'a'), 'The answer must be a list of at most 500 items.'],
    ['text', 'a\0b', UNSAVEABLE],
    ['text', 'a\uD800b', UNSAVEABLE],
    ['text', '\uDC00', UNSAVEABLE],
    ['list', ['ok', 'a\0'], UNSAVEABLE],
    ['choice_desc', '\uD800', UNSAVEABLE],
    ['text', 'x'.repeat(20_001), 'The answer must have at most 20,000 characters.'],
    ['nobody', 'x', UNKNOWN],
    ['nobody', '', UNKNOWN],
    ['text_desc', 'x', UNKNOWN],
    ['side', 'x', UNKNOWN],
    ['toString', 'x', UNKNOWN],
    ['constructor', 'x', UNKNOWN],
    ['', 'x', UNKNOWN],
  ])('under %j the value %j', (key, value, sentence) => {
    expect(checkAnswers(definition, { [key]: value, later: 'fine' })).toEqual({ [key]: [sentence] });
  });

  it('are reported all at once', () => {
    expect(checkAnswers(definition, { text: 1, box: 1, nobody: 1 })).toEqual({
      text: [TEXT],
      box: [BOX],
      nobody: [UNKNOWN],
    });
  });

  it('include __proto__ as a key, which pollutes nothing', () => {
    const delta: Record<string, unknown> = JSON.parse('{"__proto__": {"polluted": true}}');
    expect(Object.entries(checkAnswers(definition, delta))).toEqual([['__proto__', [UNKNOWN]]]);
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
  });
});
