import type { FieldTemplateProps, Registry, WidgetProps } from '@rjsf/utils';
import { use } from 'react';
import type { PageDefinition } from '#form/definition/definition.ts';
import type { SummaryLine } from '#form/summary/summary.ts';
import { createRjsfRegistry } from '../rjsf/rjsf-registry.tsx';
import { PrintAnswer } from './PrintAnswer.tsx';
import { InTableContext, isLongPrintLine, usePrintLines } from './print-lines.ts';

/**
 * Creates the registry with which RJSF renders the answers of a page.
 *
 * The summary decides how an answer reads, so a new widget prints without code of its own.
 */
export function printRegistry(page: PageDefinition): Registry {
  const names = new Set(Object.values(page.questions).map(({ widget }) => widget));
  return createRjsfRegistry(
    PrintFieldTemplate,
    Object.fromEntries([...names].map((name) => [name, PrintWidget])),
  );
}

function PrintWidget({ name }: WidgetProps) {
  return <PrintAnswer question={name} />;
}

/** A question above its answer. A box and a document name their question themselves; in a table the column does. */
function PrintFieldTemplate({ id, label, children }: FieldTemplateProps) {
  const line = usePrintLines().get(id);
  const isCell = use(InTableContext);
  if (!line || isCell) return children;
  return (
    <div data-question={id} className={isLongPrintLine(line) ? 'print-box print-long' : 'print-box'}>
      {hasLabel(line) && <p className="print-label">{label}</p>}
      {children}
    </div>
  );
}

function hasLabel({ kind }: SummaryLine): boolean {
  return kind === 'text' || kind === 'options';
}
