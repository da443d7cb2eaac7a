import { use, type ReactNode } from 'react';
import type { SummaryLine } from '#form/summary/summary.ts';
import { InTableContext, isLong, usePrintLines } from './print-lines.ts';

type BoxProps = {
  readonly question: string;
  readonly label: string;
  /** The answer. */
  readonly children: ReactNode;
};

/** A question above its answer. A box and a document say themselves what was asked; in a table the column does. */
export function PrintBox({ question, label, children }: BoxProps) {
  const line = usePrintLines().get(question);
  const isCell = use(InTableContext);
  if (!line || isCell) return children;
  return (
    <div data-question={question} className={isLong(line) ? 'print-box print-long' : 'print-box'}>
      {hasLabel(line) && <p className="print-label">{label}</p>}
      {children}
    </div>
  );
}

function hasLabel({ kind }: SummaryLine): boolean {
  return kind === 'text' || kind === 'options';
}
