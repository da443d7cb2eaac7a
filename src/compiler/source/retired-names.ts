import { MAX_REPEATS } from '#form/definition/soundness.ts';
import type { Retired } from '#form/definition/moves.ts';
import type { Cursor } from './cursor.ts';
import { instancePrefix, isSeenBy } from './layout-cursor.ts';
import type { SourceSet } from './source-set.ts';

/** One name that was retired, and what becomes of what was stored under it. */
export type RetiredName = {
  readonly at: Cursor;
  readonly answers: Retired;
  /** `value`: one that a question offers no more; `listValue`: one that a list offers no more. */
  readonly kind: 'key' | 'value' | 'listValue' | 'group' | 'tab';
  /** The key, the name of the list, or the id of the group. */
  readonly name: string;
  /** The value, or the id of the tab; empty for the others. */
  readonly value: string;
};

/** The file that keeps them. */
const RETIRED_FILE = 'retired.json';

/** The entries of the file that a partner has. */
export function retiredEntries(sources: SourceSet): readonly Cursor[] {
  const entries = sources.cursor(RETIRED_FILE)?.list('retired') ?? [];
  return entries.filter((entry) => isSeenBy(sources.partner, entry));
}

/** Every name that was retired, those of blocks and add-anothers key by key. */
export function retiredNames(sources: SourceSet): readonly RetiredName[] {
  return retiredEntries(sources).flatMap(namesOf);
}

/** What an entry names; nothing where its members do not go together. */
export function namesOf(at: Cursor): readonly RetiredName[] {
  const answers = at.at('answers')?.text() === 'deleted' ? 'deleted' : 'kept';
  const text = (member: string): string | undefined => at.at(member)?.text();
  const [key, value, prefix, list] = [text('key'), text('value'), text('prefix'), text('options')];
  const [group, tab, button] = [text('tabs'), text('tab'), text('addAnother')];
  const name = (kind: RetiredName['kind'], named: string, valued = ''): RetiredName => ({
    at,
    answers,
    kind,
    name: named,
    value: valued,
  });
  if (key !== undefined) return [value === undefined ? name('key', key) : name('value', key, value)];
  if (list !== undefined) return value === undefined ? [] : [name('listValue', list, value)];
  if (group !== undefined) return [tab === undefined ? name('group', group) : name('tab', group, tab)];
  const instances = button === undefined ? 1 : MAX_REPEATS;
  const keys = Array.from({ length: instances }, (_, index) =>
    (at.at('keys')?.texts() ?? []).map((one) => name('key', instancePrefix(prefix ?? '', index + 1) + one)),
  );
  return [...(button === undefined ? [] : [name('group', button)]), ...keys.flat()];
}
