import type { LayoutNode } from '#form/definition/definition.ts';
import { allNodes } from '#form/definition/form-part.ts';

/** So many questions fill a window. */
const WINDOW = 10;

type Nodes = readonly LayoutNode[];

/** The first sections of a page, as many as fill a window, and those below. */
export function splitLayout(layout: Nodes): readonly [beginning: Nodes, rest: Nodes] {
  let questions = 0;
  const filled = layout.findIndex((node) => {
    questions += allNodes([node]).filter(({ kind }) => kind === 'question').length;
    return questions >= WINDOW;
  });
  const end = filled < 0 ? layout.length : filled + 1;
  return [layout.slice(0, end), layout.slice(end)];
}
