import { widgetOf } from '../compile/compile-question.ts';
import type { Context } from '../compile/context.ts';
import { answerType } from '../compile/question-shape.ts';
import type { Cursor } from '../source/cursor.ts';
import { type Names, collectNames, keyCure } from '../source/names.ts';
import { quoteNames, nearestCure } from '../source/nearest.ts';
import type { FilePair } from '../source/source-set.ts';

/** Checks that a lookup fills each text or choice of its file and blocks at most once. */
export function checkFills(pair: FilePair, context: Context): void {
  for (const [key, property] of pair.properties) {
    const entry = pair.ui.at(key);
    const fills = entry?.at('ui:fills');
    if (entry) checkDirectory(property, entry, context);
    if (fills) checkFillsOf(key, fills, collectNames(pair, context.sources), context);
  }
}

function checkFillsOf(key: string, fills: Cursor, names: Names, context: Context): void {
  const seen = new Set<string>();
  for (const [field, at] of fills.members()) {
    const name = at.text();
    // Non-strings are reported with the other widget options.
    if (name === undefined) continue;
    checkFilled(name, at, names, context);
    if (seen.has(name)) {
      context.report(at, {
        code: 'fill-does-not-fit',
        found: `"${name}" a second time in "ui:fills"`,
        expected: 'each question once, because it has one answer',
        cure: `Fill another question with "${field}", or remove it.`,
      });
    }
    seen.add(name);
  }
  if (seen.has(key)) return;
  context.report(fills, {
    code: 'fill-does-not-fit',
    found: `"ui:fills" of "${key}" without "${key}" itself`,
    expected: `"${key}" among the questions that are filled in`,
    cure: `Add the field that holds it, e.g. "name": "${key}".`,
  });
}

function checkFilled(name: string, at: Cursor, names: Names, context: Context): void {
  const property = names.questions.get(name);
  if (names.elsewhere.has(name)) return;
  if (!property) {
    context.report(at, {
      code: 'unknown-key',
      found: `"${name}" among the questions that a look-up fills in`,
      expected: `a key of this file or of a block it places: ${quoteNames(names.questions.keys())}`,
      cure: keyCure(name, names.questions, 'Remove it, or add the question.'),
    });
    return;
  }
  const type = answerType(property);
  if (type === 'string') return;
  context.report(at, {
    code: 'fill-does-not-fit',
    found: `"${name}", whose answer is of type "${type}", among the questions that a look-up fills in`,
    expected: 'a question of the type "string", because a look-up finds texts and codes',
    cure: 'Name another question, or remove it.',
  });
}

/** Columns used only by the search; the ID is filled in as `code`. */
const NEVER_FILLED: ReadonlySet<string> = new Set(['id', 'aliases', 'weight']);

/** Filled from a crosswalk of codes, which no file of entries has. */
const CROSSWALK = 'ceeb';

/** Checks that the directory file of a lookup exists and has the columns it fills from. */
function checkDirectory(property: Cursor, entry: Cursor, { sources, widgets, report }: Context): void {
  const category = entry.at('ui:category');
  const name = category?.text();
  const options = widgets.widgets.get(widgetOf(property, entry))?.options['category'];
  // Addresses and ZIP codes are no directories; the widget registry lists them.
  if (!category || name === undefined || !options || 'enum' in options) return;
  const directories = sources.namesIn('directories');
  if (!directories.includes(name)) {
    report(category, {
      code: 'unknown-directory',
      found: `the directory "${name}"`,
      expected: `a file in schemas/directories: ${quoteNames(directories)}`,
      cure: nearestCure(name, directories, `Add directories/${name}.json.`),
    });
    return;
  }
  const file = sources.cursor(`directories/${name}.json`);
  const columns = [file, ...(file?.list('files') ?? [])].flatMap((each) => [
    ...(each?.at('columns')?.members().keys() ?? []),
  ]);
  // An entry with a state has a country even without a column.
  const implied = columns.includes('state') ? ['country'] : [];
  const filled = [...columns, ...implied].filter((column) => !NEVER_FILLED.has(column));
  const fields = [...new Set(['code', ...filled])];
  for (const [field, at] of entry.at('ui:fills')?.members() ?? []) {
    if (field === CROSSWALK || fields.includes(field)) continue;
    report(at, {
      code: 'fill-does-not-fit',
      found: `"${field}", of which the directory "${name}" has no column`,
      expected: `one of ${quoteNames(fields)}`,
      cure: nearestCure(field, fields, `Add it to "columns" of directories/${name}.json, or remove it here.`),
    });
  }
}
