import type { FieldTemplateProps, RegistryWidgetsType, WidgetProps } from '@rjsf/utils';
import type { PageDefinition } from '#form/definition/definition.ts';
import { RjsfLayoutField } from '../rjsf/RjsfLayoutField.tsx';
import { LAYOUT_FIELD } from '../rjsf/rjsf-page.ts';
import { PrintAnswer } from './PrintAnswer.tsx';
import { use, type ReactNode } from 'react';
import type { SummaryLine } from '#form/summary/summary.ts';
import { InTableContext, isLongPrintLine, usePrintLines } from './print-lines.ts';

export const printFields = { [LAYOUT_FIELD]: RjsfLayoutField };
export const printTemplates = { FieldTemplate: PrintFieldTemplate };

/** What RJSF draws around a field. Around the page's root field, which has no key, nothing. */
function PrintFieldTemplate({ id, label, children }: FieldTemplateProps) {
  return (
    <PrintBox question={id} label={label}>
      {children}
    </PrintBox>
  );
}

/**
 * What RJSF draws for each widget of a page: the answer. How an answer reads is the summary's to say, so a new widget
 * prints without anything being written for it.
 */
export function printWidgets(page: PageDefinition): RegistryWidgetsType {
  const names = new Set(Object.values(page.questions).map(({ widget }) => widget));
  return Object.fromEntries([...names].map((name) => [name, PrintWidget]));
}

function PrintWidget({ name }: WidgetProps) {
  return <PrintAnswer question={name} />;
}

type BoxProps = {
  readonly question: string;
  readonly label: string;
  /** The answer. */
  readonly children: ReactNode;
};

/** A question above its answer. A box and a document say themselves what was asked; in a table the column does. */
function PrintBox({ question, label, children }: BoxProps) {
  const line = usePrintLines().get(question);
  const isCell = use(InTableContext);
  if (!line || isCell) return children;
  return (
    <div data-question={question} className={isLongPrintLine(line) ? 'print-box print-long' : 'print-box'}>
      {hasLabel(line) && <p className="print-label">{label}</p>}
      {children}
    </div>
  );
}

function hasLabel({ kind }: SummaryLine): boolean {
  return kind === 'text' || kind === 'options';
}
