import { createContext, use } from 'react';
import type { LayoutNode } from '#form/definition/definition.ts';
import { allNodes } from '#form/definition/form-part.ts';
import type { SummaryLine } from '#form/summary/summary.ts';

/** Question key → what the summary says of it. What is not in it is not drawn. */
export type PrintLines = ReadonlyMap<string, SummaryLine>;

export const PrintLinesContext = createContext<PrintLines | undefined>(undefined);

/** @throws Error outside a PrintPage */
export function usePrintLines(): PrintLines {
  const lines = use(PrintLinesContext);
  if (!lines) throw new Error('An answer is drawn outside a PrintPage.');
  return lines;
}

/** What the summary says of the questions inside a node. */
export function printLinesInside(node: LayoutNode, lines: PrintLines): readonly SummaryLine[] {
  return allNodes([node]).flatMap((each) => (each.kind === 'question' ? (lines.get(each.key) ?? []) : []));
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
