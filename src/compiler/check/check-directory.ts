import { widgetOf } from '../compile/compile-question.ts';
import type { Context } from '../compile/context.ts';
import type { Cursor } from '../source/cursor.ts';
import { listed, meantCure } from '../source/nearest.ts';

/** What an entry has for the search alone; its id is filled in as `code`. */
const NEVER_FILLED: ReadonlySet<string> = new Set(['id', 'aliases', 'weight']);

/** A look-up in a directory that a file describes: there is such a file, and it has the columns that are filled in. */
export function checkDirectory(property: Cursor, entry: Cursor, { sources, widgets, report }: Context): void {
  const category = entry.at('ui:category');
  const name = category?.text();
  const options = widgets.widgets.get(widgetOf(property, entry))?.options['category'];
  // Directories of the engine are listed in the registry of widgets.
  if (!category || name === undefined || !options || 'enum' in options) return;
  const directories = sources.namesIn('directories');
  if (!directories.includes(name)) {
    report(category, {
      code: 'unknown-directory',
      found: `the directory "${name}"`,
      expected: `a file in schemas/directories: ${listed(directories)}`,
      cure: meantCure(name, directories, `Add directories/${name}.json.`),
    });
    return;
  }
  const columns =
    sources.cursor(`directories/${name}.json`)?.at('columns')?.members() ?? new Map<string, Cursor>();
  const fields = ['code', ...[...columns.keys()].filter((column) => !NEVER_FILLED.has(column))];
  for (const [field, at] of entry.at('ui:fills')?.members() ?? []) {
    if (fields.includes(field)) continue;
    report(at, {
      code: 'fill-does-not-fit',
      found: `"${field}", of which the directory "${name}" has no column`,
      expected: `one of ${listed(fields)}`,
      cure: meantCure(field, fields, `Add it to "columns" of directories/${name}.json, or remove it here.`),
    });
  }
}
