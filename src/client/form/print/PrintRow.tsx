import type { RowNode } from '#form/definition/definition.ts';
import { cellWidths } from '../layout/cell-widths.ts';
import type { DrawNodes } from '../form-scope.ts';
import { hasAnswers, usePrintLines } from './print-lines.ts';

/** Questions side by side as on the screen. What is not answered leaves no gap. */
export function PrintRow({ node, draw }: { readonly node: RowNode; readonly draw: DrawNodes }) {
  const lines = usePrintLines();
  const widths = cellWidths(node);
  const cells = node.children.flatMap((child, index) =>
    hasAnswers(child, lines) ? [{ child, width: widths[index] }] : [],
  );
  if (cells.length === 0) return null;
  return (
    <div className="print-row">
      {cells.map(({ child, width }, index) => (
        <div key={index} className={`print-cell print-span-${width}`}>
          {draw([child])}
        </div>
      ))}
    </div>
  );
}
