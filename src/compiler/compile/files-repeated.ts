import type { Cursor } from '../source/cursor.ts';
import { widgetOf } from './compile-question.ts';
import type { Context } from './context.ts';
import type { PlacedQuestion } from './page-walk.ts';

/**
 * Reports the file questions inside an add-another. An instance that is removed moves the later ones down by one key,
 * and a document, which the server keeps under its key, would stay with the wrong one.
 */
export function checkFilesRepeated(placed: readonly PlacedQuestion[], use: Cursor, context: Context): void {
  for (const { name, property, walk } of placed) {
    const { pair } = walk.scope;
    const entry = pair.ui.at(name);
    const widget = widgetOf(property, entry);
    if (context.widgets.widgets.get(widget)?.telling !== 'document') continue;
    const { file, line } = use.place;
    context.report(entry?.at('ui:widget') ?? property, {
      code: 'file-repeated',
      found: `the widget "${widget}" for "${name}", in a block that an "addAnother" repeats (${file}:${line})`,
      expected: 'a question for a file outside of every "addAnother"',
      cure: `Ask "${name}" outside of the "addAnother", or place its block with the kind "block".`,
    });
  }
}
