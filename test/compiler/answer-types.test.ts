import { describe, expect, it } from 'vitest';
import { answerTypes } from '#compiler/emit/answer-types.ts';
import { compileTiny, compileTinyWith } from './tiny-form.ts';

describe('answer types', () => {
  const types = answerTypes(new Map(['default', 'other'].map((name) => [name, compileTiny(name)])));

  it.each([
    ['a choice is a union of its options', 'export type KindsOption =\n  | "cat"\n  | "dog";'],
    ['a page has its own type', 'export type YouPage = {'],
    ['the whole map joins all pages', 'export type FormAnswers = YouPage & PetsPage;'],
    ['an unconditional required question is not optional', '  readonly home: HomesOption;\n'],
    ['a question that can be hidden is optional', '  readonly floor?: number | "";\n'],
    ['a question of some partners is optional', 'Only for default. */'],
    ['a list of choices has only options', '  readonly colors?: readonly ColorsOption[] | "";\n'],
    ['a year is any text, since lists of years change', '  readonly move_year?: string;\n'],
    ['the label of a choice is a key too', '  /** The label of `home`. */\n  readonly home_desc: string;'],
    [
      'a key documents title and place',
      '  /** Pet 2: Name. Pets › Pet 2. Shown conditionally. Required conditionally. */\n  readonly pet_2_name?: string;',
    ],
  ])('%s', (_rule, text) => {
    expect(types).toContain(text);
  });
  it('ends a title with one mark, its own if it has one', () => {
    const titled = compileTinyWith({ 'pages/you.schema.json#/properties/born/title': 'When born?' });
    expect(answerTypes(new Map([['default', titled]]))).toContain('/** When born? You');
  });
});
