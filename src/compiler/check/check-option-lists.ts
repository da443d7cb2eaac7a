import { searchCode } from '#form/definition/search-text.ts';
import type { Context } from '../compile/context.ts';
import type { Cursor } from '../source/cursor.ts';

/** Each value is in a list once, has no blanks, and no alias leads to two options. */
export function checkOptionLists({ sources, report }: Context): void {
  for (const name of sources.namesIn('options')) {
    const options = sources.options(name);
    checkValues(options, report);
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
    if (at && /\s/.test(value)) reportBlanks(at, value, report);
    seen.set(value.toLowerCase(), value);
  }
}

function reportBlanks(at: Cursor, value: string, report: Context['report']): void {
  report(at, {
    code: 'bad-value',
    found: `the value ${JSON.stringify(value)}, which has a blank in it`,
    expected: 'a short code without blanks; only "label" is shown',
    cure: `Write "${value.trim().replaceAll(/\s+/g, '-')}".`,
  });
}

/** Who a name leads to, as the search compares names. */
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
      if (code === '' || taken) reportAlias(at, { option, taken, report });
      else names.set(code, { option, as: 'alias' });
    }
  }
}

type Wrong = {
  readonly option: Cursor;
  readonly taken: Named | undefined;
  readonly report: Context['report'];
};

function reportAlias(at: Cursor, { option, taken, report }: Wrong): void {
  const alias = `the alias "${at.text() ?? ''}"`;
  if (!taken) {
    report(at, {
      code: 'wrong-alias',
      found: `${alias} without a letter or a digit`,
      expected: 'a name that can be searched for',
      cure: 'Write another name, or remove it.',
    });
    return;
  }
  const label = taken.option.at('label')?.text() ?? '';
  const isOwn = taken.option === option;
  report(at, {
    code: 'wrong-alias',
    found: isOwn
      ? `${alias} of "${label}", which is already its ${taken.as}`
      : `${alias}, which is also the ${taken.as} of "${label}"`,
    expected: 'a name of one option only; case, accents, spaces and punctuation are ignored',
    cure: isOwn ? 'Remove it.' : 'Remove it, or write a longer name that only one option has.',
  });
}
