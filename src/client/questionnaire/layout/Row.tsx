import type { RowNode } from '#form/definition/definition.ts';
import type { DrawNodes } from '../form-scope.ts';
import { cellWidths } from './cell-widths.ts';

/** Questions side by side from 600 px on, beneath each other before. */
export function Row({ node, draw }: { readonly node: RowNode; readonly draw: DrawNodes }) {
  const widths = cellWidths(node);
  return (
    <div className="form-row">
      {node.children.map((child, index) => (
        <div key={index} className={`form-cell span-${widths[index]}`}>
          {draw([child])}
        </div>
      ))}
    </div>
  );
}
