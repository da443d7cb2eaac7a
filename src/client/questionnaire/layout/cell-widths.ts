import type { RowNode } from '#form/definition/definition.ts';

const COLUMNS = 12;

/** The width of each child of a row, in shares of twelve. Without widths all are equally wide. */
export function cellWidths({ children, widths }: RowNode): readonly number[] {
  const equal = Math.max(1, Math.floor(COLUMNS / children.length));
  return children.map((_child, index) => widths?.[index] ?? equal);
}
