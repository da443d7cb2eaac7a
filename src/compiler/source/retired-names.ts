import { MAX_REPEATS } from '#form/definition/soundness.ts';
import type { Retired } from '#form/definition/answer-migrations.ts';
import type { Cursor } from './cursor.ts';
import { instancePrefix, isVisibleTo } from './layout-nodes.ts';
import type { SourceSet } from './source-set.ts';

/** A retired name, and what happens to answers stored under it. */
export type RetiredName = {
  readonly at: Cursor;
  readonly answers: Retired;
  /** `value`: removed from a question; `listValue`: removed from a list. */
  readonly kind: 'key' | 'value' | 'listValue' | 'group' | 'tab';
  /** Key, list name, or group ID. */
  readonly name: string;
  /** Value or tab ID; empty otherwise. */
  readonly value: string;
};

const RETIRED_FILE = 'retired.json';

/** Returns the retired entries for the partner. */
export function retiredEntries(sources: SourceSet): readonly Cursor[] {
  const entries = sources.cursor(RETIRED_FILE)?.list('retired') ?? [];
  return entries.filter((entry) => isVisibleTo(sources.partner, entry));
}

/** Returns all retired names, expanding blocks and add-anothers by key. */
export function retiredNames(sources: SourceSet): readonly RetiredName[] {
  return retiredEntries(sources).flatMap(namesOf);
}

/** Returns the names in an entry; empty for an invalid combination of members. */
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
