import { createContext, use } from 'react';
import type { LayoutNode, PageDefinition } from '#form/definition/definition.ts';
import { questionKeysIn } from '#form/definition/form-part.ts';
import type { SummaryLine, SummaryOption } from '#form/summary/summary.ts';
import type { FieldTemplateProps, Registry, WidgetProps } from '@rjsf/utils';
import { createRjsfRegistry } from '../rjsf/rjsf-registry.tsx';

/** Question key → what the summary says of it. What is not in it is not rendered. */
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

/** True when the summary says anything of what is inside a node. */
export function hasPrintLines(node: LayoutNode, lines: PrintLines): boolean {
  return printLinesInside(node, lines).length > 0;
}

/** So long a text may be cut by the end of a page; shorter ones move to the next one whole. */
const LONG_TEXT = 600;

export function isLongPrintLine({ value }: SummaryLine): boolean {
  return value.length > LONG_TEXT;
}

/** True inside a table, whose columns have the labels. */
export const InTableContext = createContext(false);

/** What a question was answered, whatever its widget: how it reads follows from the kind of the answer. */
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

/** So many lines nobody types to be read: kept, they make thousands of pages, and a copy takes half a minute. */
const MOST_LINES = 500;

/** Each answer has the direction of its own first letters, and keeps the line breaks that were typed. */
function AnswerText({ line }: { readonly line: SummaryLine }) {
  const isFolded = line.value.split('\n', MOST_LINES + 1).length > MOST_LINES;
  return (
    <p className={isFolded ? 'print-value print-folded' : 'print-value'} dir="auto">
      {line.value}
    </p>
  );
}

/** An option as the service view shows it (docs/behavior.md 2.10). */
function markedOption({ isChosen, label }: SummaryOption): string {
  return `${isChosen ? '[X]' : '[ ]'} ${label}`;
}

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
