import { searchCode } from '#form/definition/search-text.ts';
import type { Context } from '../compile/context.ts';
import type { Cursor } from '../source/cursor.ts';
import type { Finding } from '../source/fault.ts';

/** Checks that values and labels are unique, and aliases are unambiguous. */
export function checkOptionLists({ sources, report }: Context): void {
  for (const name of sources.namesIn('options')) {
    const options = sources.options(name);
    checkValues(options, report);
    checkLabels(options, report);
    checkAliases(options, report);
  }
}

function checkValues(options: readonly Cursor[], report: Context['report']): void {
  const seen = new Map<string, string>();
  for (const option of options) {
    const at = option.at('value');
    const value = at?.text() ?? '';
    const first = seen.get(value.toLowerCase());
    if (at && first !== undefined) {
      report(at, {
        code: 'duplicate-option',
        found: `the value "${value}" ${first === value ? 'a second time' : `next to "${first}"`}`,
        expected: 'every value once in a list, small and capital letters taken as the same',
        cure: 'Remove one of the two, or give it another value.',
      });
    }
    seen.set(value.toLowerCase(), value);
  }
}

/** Reports options with the same label, which nobody can tell apart. */
function checkLabels(options: readonly Cursor[], report: Context['report']): void {
  const seen = new Map<string, string>();
  for (const option of options) {
    const at = option.at('label');
    const label = at?.text() ?? '';
    const name = label.trim().replaceAll(/\s+/g, ' ').toLowerCase();
    const first = seen.get(name);
    if (at && first !== undefined)
      report(at, {
        code: 'duplicate-option',
        found: `the label "${label}" a second time; the first is that of the value "${first}"`,
        expected: 'every label once in a list, small and capital letters taken as the same',
        cure: 'Say in one of the two labels how they differ, or remove one of the options.',
      });
    else seen.set(name, option.at('value')?.text() ?? '');
  }
}

/** The option that a name matches, with names normalized as in the search. */
type Named = { readonly option: Cursor; readonly as: 'value' | 'label' | 'alias' };

function checkAliases(options: readonly Cursor[], report: Context['report']): void {
  const names = new Map<string, Named>();
  for (const option of options) {
    for (const as of ['value', 'label'] as const) {
      names.set(searchCode(option.at(as)?.text() ?? ''), { option, as });
    }
  }
  for (const option of options) {
    for (const at of option.list('aliases')) {
      const code = searchCode(at.text() ?? '');
      const taken = names.get(code);
      if (code === '' || taken) report(at, aliasFault(at, option, taken));
      else names.set(code, { option, as: 'alias' });
    }
  }
}

function aliasFault(at: Cursor, option: Cursor, taken: Named | undefined): Finding {
  const code = 'wrong-alias';
  const alias = `the alias "${at.text() ?? ''}"`;
  if (!taken) {
    const expected = 'a name that can be searched for';
    const cure = 'Write another name, or remove it.';
    return { code, found: `${alias} without a letter or a digit`, expected, cure };
  }
  const label = taken.option.at('label')?.text() ?? '';
  const expected = 'a name of one option only; case, accents, spaces and punctuation are ignored';
  if (taken.option === option)
    return {
      code,
      found: `${alias} of "${label}", which is already its ${taken.as}`,
      expected,
      cure: 'Remove it.',
    };
  const cure = 'Remove it, or write a longer name that only one option has.';
  return { code, found: `${alias}, which is also the ${taken.as} of "${label}"`, expected, cure };
}
