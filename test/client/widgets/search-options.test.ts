import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { exactOption, searchOptions } from '#client/widgets/choice/search-options.ts';
import type { Option } from '#form/definition/option-list.ts';
import { readStandardLists } from '#test/support/compiled-form.ts';

type TypedOptions = {
  /** Lists with similar names: value, label, aliases. */
  readonly lists: Readonly<Record<string, readonly (readonly [string, string, ...string[]])[]>>;
  /** List → value → typed texts. */
  readonly typed: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
  /** List → texts that match several options equally. */
  readonly undecided: Readonly<Record<string, readonly string[]>>;
};
const written: TypedOptions = parse(readFileSync('test/fixtures/typed-options.yaml', 'utf8'));
const standard: Readonly<Record<string, readonly Option[]>> = readStandardLists();

function listNamed(name: string): readonly Option[] {
  const own = written.lists[name]?.map(([value, label, ...aliases]) => ({ value, label, aliases }));
  return own ?? standard[name] ?? [];
}

const typed = Object.entries(written.typed).flatMap(([list, options]) =>
  Object.entries(options).flatMap(([value, texts]) => texts.map((text) => [list, text, value] as const)),
);
const undecided = Object.entries(written.undecided).flatMap(([list, texts]) =>
  texts.map((text) => [list, text] as const),
);

describe('a text typed into a long list', () => {
  it('is tested in three hundred ways', () => {
    expect(typed.length).toBeGreaterThanOrEqual(300);
  });

  it.each(typed)('of %s: %j marks %s', (list, text, value) => {
    const { matches, isSure } = searchOptions(listNamed(list), text);
    expect([matches[0]?.value, isSure]).toEqual([value, true]);
  });

  it.each(undecided)('of %s: %j marks nothing, as several match', (list, text) => {
    const { matches, isSure } = searchOptions(listNamed(list), text);
    expect(matches.length).toBeGreaterThan(1);
    expect(isSure).toBe(false);
  });

  it.each(Object.keys(written.typed))('of %s: every value, label and alias leads to its option', (list) => {
    const options = listNamed(list);
    const names = options.flatMap((option) =>
      [option.value, option.label, ...(option.aliases ?? [])].map((name) => ({ name, option })),
    );
    const wrong = names.filter(
      ({ name, option }) =>
        searchOptions(options, name).matches[0] !== option || exactOption(options, name) !== option,
    );
    expect(wrong).toEqual([]);
  });
});

const options = [
  { value: 'x1', label: 'Pine Nut' },
  { value: 'x2', label: 'Nut Bread' },
  { value: 'nu', label: 'Walnuts' },
  { value: 'x3', label: 'Almond', aliases: ['Nutty', 'Cracker'] },
  { value: 'x4', label: 'Apple' },
];
const found = (text: string) => searchOptions(options, text).matches.map(({ value }) => value);

describe('matches of a text', () => {
  it('are in order: equal, prefix, word, alias, substring', () => {
    expect(found('nut')).toEqual(['x2', 'x1', 'x3', 'nu']);
    expect(found('nu')[0]).toBe('nu');
    expect(found('nutty')).toEqual(['x3']);
  });

  it('are all options without letters', () => {
    expect(found(' ')).toHaveLength(options.length);
    expect(found('--')).toHaveLength(options.length);
    expect(searchOptions(options, '--').isSure).toBe(false);
  });

  it('are none if no name contains it', () => {
    expect(searchOptions(options, 'Narnia')).toEqual({ matches: [], isSure: false });
  });
});
