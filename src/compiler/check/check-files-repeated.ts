import { widgetOf } from '../compile/compile-question.ts';
import type { Context } from '../compile/context.ts';
import type { PlacedQuestion } from '../compile/page-walk.ts';
import type { Scope } from '../compile/scope.ts';
import type { Cursor } from '../source/cursor.ts';
import { kindOf } from '../source/layout-cursor.ts';

/**
 * No question for a file is inside an add-another. An instance that is removed moves the later ones down by one key,
 * and a document, which the server keeps under its key, would stay with the wrong one.
 */
export function checkFilesRepeated(
  { name, property, walk }: PlacedQuestion,
  { widgets, report }: Context,
): void {
  const entry = walk.scope.pair.ui.at(name);
  const widget = widgetOf(property, entry);
  if (widgets.widgets.get(widget)?.summaryFormat !== 'document') return;
  for (const { place } of usesOf(walk.scope).filter((use) => kindOf(use) === 'addAnother')) {
    report(entry?.at('ui:widget') ?? property, {
      code: 'file-repeated',
      found: `the widget "${widget}" for "${name}", in a block that an "addAnother" repeats (${place.file}:${place.line})`,
      expected: 'a question for a file outside of every "addAnother"',
      cure: `Ask "${name}" outside of the "addAnother", or place its block with the kind "block".`,
    });
  }
}

/** The nodes that bring the block of a scope, and those around it. */
function usesOf({ use, outer }: Scope): readonly Cursor[] {
  return [...(use ? [use] : []), ...(outer ? usesOf(outer) : [])];
}
