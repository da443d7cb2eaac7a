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

/** True when the summary says anything of what is inside a node. */
export function isTold(node: LayoutNode, lines: PrintLines): boolean {
  return allNodes([node]).some((each) => each.kind === 'question' && lines.has(each.key));
}

/** True inside a table, whose columns have the labels. */
export const InTableContext = createContext(false);
