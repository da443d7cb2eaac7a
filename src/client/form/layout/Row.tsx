import type { RowNode } from '#form/definition/definition.ts';
import type { DrawNodes } from '../form-scope.ts';

const COLUMNS = 12;

/** Questions side by side from 600 px on, beneath each other before. Without widths all are equally wide. */
export function Row({ node, draw }: { readonly node: RowNode; readonly draw: DrawNodes }) {
  const equal = Math.max(1, Math.floor(COLUMNS / node.children.length));
  return (
    <div className="form-row">
      {node.children.map((child, index) => (
        <div key={index} className={`form-cell span-${node.widths?.[index] ?? equal}`}>
          {draw([child])}
        </div>
      ))}
    </div>
  );
}
