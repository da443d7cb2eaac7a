import { useDeferredValue, useEffect, useMemo } from 'react';
import type { LayoutNode } from '#form/definition/definition.ts';
import { allNodes } from '#form/definition/form-part.ts';
import { afterPaint } from '#client/ui/schedule.ts';
import { Layout } from './Layout.tsx';

type Nodes = readonly LayoutNode[];

type ProgressiveLayoutProps = {
  readonly nodes: Nodes;
  /** False where the page must be complete at once, as in print. */
  readonly isProgressive: boolean;
  /** Called once all of the page is rendered and painted. */
  readonly onRendered?: (() => void) | undefined;
};

/**
 * Renders what fills the window first, and the rest in a second render.
 *
 * To remove progressive rendering, render `<Layout nodes={nodes} />` instead (decision 4).
 */
export function ProgressiveLayout({ nodes, isProgressive, onRendered }: ProgressiveLayoutProps) {
  const isWhole = useDeferredValue(true, !isProgressive);
  useEffect(() => {
    if (isWhole && onRendered) afterPaint(onRendered);
  }, [isWhole, onRendered]);
  const [beginning, rest] = useMemo(() => splitLayout(nodes), [nodes]);
  const first = useMemo(() => <Layout nodes={beginning} />, [beginning]);
  return (
    <>
      {first}
      {isWhole && <Layout nodes={rest} />}
      {!isWhole && rest.length > 0 && <div className="form-rest" />}
    </>
  );
}

/** Number of questions that fill a window. */
const WINDOW = 10;

/** Splits a layout into the first sections, as many as fill a window, and those below. */
function splitLayout(layout: Nodes): readonly [beginning: Nodes, rest: Nodes] {
  let questions = 0;
  const filled = layout.findIndex((node) => {
    questions += allNodes([node]).filter(({ kind }) => kind === 'question').length;
    return questions >= WINDOW;
  });
  const end = filled < 0 ? layout.length : filled + 1;
  return [layout.slice(0, end), layout.slice(end)];
}
