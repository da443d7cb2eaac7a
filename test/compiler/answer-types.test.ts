import { describe, expect, it } from 'vitest';
import { answerTypes } from '#compiler/emit/answer-types.ts';
import { compileTiny, tinyFile, tinyFormWith } from './tiny-form.ts';

describe('answer types', () => {
  const types = answerTypes(new Map(['default', 'other'].map((name) => [name, compileTiny(name)])));

  it.each([
    ['a choice is a union of its options', 'export type KindsOption =\n  | "cat"\n  | "dog";'],
    ['a page has its own type', 'export type YouPage = {'],
    ['the whole map is that of all pages', 'export type FormAnswers = YouPage & PetsPage;'],
    ['a question always shown and required is there', '  readonly home: HomesOption;\n'],
    ['one that can be hidden is optional', '  readonly floor?: number | "";\n'],
    [
      'so is one that only some partners show',
      'Only for default. At most 45 characters. Pattern: `^[A-Z]{3}$`',
    ],
    ['a list of choices has only options', '  readonly colors?: readonly ColorsOption[] | "";\n'],
    ['a year is any text, since lists of years move on', '  readonly move_year?: string;\n'],
    ['the label of a choice is a key too', '  /** The label of `home`. */\n  readonly home_desc: string;'],
    [
      'a key says title, place and limits',
      '  /** Pet 2: Name. Pets › Pet 2. Shown conditionally. Required conditionally. At most 45 characters. */\n  readonly pet_2_name?: string;',
    ],
    [
      'a block names the prefix and place of each use, and of its keys what is true in all',
      ' * - `pet_`: Pets › Pet 1\n * - `pet_2_`: Pets › Pet 2\n * - `pet_3_`: Pets › Pet 3 */\nexport type PetBlock = {\n  /** Name. Shown conditionally. At most 45 characters. */\n  readonly name?: string;',
    ],
  ])('%s', (_rule, text) => {
    expect(types).toContain(text);
  });
  it('ends a title with one mark, its own if it has one', () => {
    const schema = JSON.stringify(tinyFile('pages/you.schema.json')).replace('"Born"', '"When born?"');
    const folder = tinyFormWith(new Map([['pages/you.schema.json', schema]]));
    expect(answerTypes(new Map([['default', compileTiny('default', folder)]]))).toContain(
      '/** When born? You',
    );
  });
});
