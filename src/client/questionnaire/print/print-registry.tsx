import { createContext, use } from 'react';
import type { LayoutNode, PageDefinition } from '#form/definition/definition.ts';
import { questionKeysIn } from '#form/definition/form-part.ts';
import type { SummaryLine, SummaryOption } from '#form/summary/summary.ts';
import type { FieldTemplateProps, Registry, WidgetProps } from '@rjsf/utils';
import { createRjsfRegistry } from '../rjsf/rjsf-registry.tsx';

/** Summary lines by question key; absent questions are not rendered. */
export type PrintLines = ReadonlyMap<string, SummaryLine>;

export const PrintLinesContext = createContext<PrintLines | undefined>(undefined);

/** @throws Error outside a PrintPage */
export function usePrintLines(): PrintLines {
  const lines = use(PrintLinesContext);
  if (!lines) throw new Error('An answer is rendered outside a PrintPage.');
  return lines;
}

/** Summary lines of the questions inside a node. */
export function printLinesInside(node: LayoutNode, lines: PrintLines): readonly SummaryLine[] {
  return questionKeysIn([node]).flatMap((key) => lines.get(key) ?? []);
}

/** Whether a node contains any summary line. */
export function hasPrintLines(node: LayoutNode, lines: PrintLines): boolean {
  return printLinesInside(node, lines).length > 0;
}

/** Characters from which a text can break across pages. */
const LONG_TEXT = 600;

export function isLongPrintLine({ value }: SummaryLine): boolean {
  return value.length > LONG_TEXT;
}

/** True inside a table, where columns have the labels. */
export const InTableContext = createContext(false);

/** Renders an answer by its kind, whatever the widget. */
function PrintAnswer({ question }: { readonly question: string }) {
  const line = usePrintLines().get(question);
  const isCell = use(InTableContext);
  if (!line) return null;
  return isCell ? <AnswerText line={line} /> : <Answer line={line} />;
}

function Answer({ line }: { readonly line: SummaryLine }) {
  if (line.kind === 'text' || line.kind === 'document') return <AnswerText line={line} />;
  return (
    <ul className="row plain-list print-options">
      {line.options.map((option, index) => (
        <li key={index} className={option.isChosen ? 'print-option-chosen' : undefined} dir="auto">
          {markedOption(option)}
        </li>
      ))}
    </ul>
  );
}

/** Maximum lines printed as typed: thousands of pages would take half a minute. */
const MOST_LINES = 500;

/** Answer text with its own direction and typed line breaks. */
function AnswerText({ line }: { readonly line: SummaryLine }) {
  const isFolded = line.value.split('\n', MOST_LINES + 1).length > MOST_LINES;
  return (
    <p className={isFolded ? 'print-value print-folded' : 'print-value'} dir="auto">
      {line.value}
    </p>
  );
}

/** Formats an option like the service view (docs/behavior.md 2.10). */
function markedOption({ isChosen, label }: SummaryOption): string {
  return `${isChosen ? '[X]' : '[ ]'} ${label}`;
}

/**
 * Creates the RJSF registry for printing a page's answers.
 * The summary formats answers, so new widgets print without extra code.
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

/** Question above its answer. Checkboxes, documents and table columns have their own label. */
function PrintFieldTemplate({ id, label, children }: FieldTemplateProps) {
  const line = usePrintLines().get(id);
  const isCell = use(InTableContext);
  if (!line || isCell) return children;
  return (
    <div data-question={id} className={isLongPrintLine(line) ? 'print-box print-long' : 'print-box'}>
      {(line.kind === 'text' || line.kind === 'options') && <p className="print-label">{label}</p>}
      {children}
    </div>
  );
}
