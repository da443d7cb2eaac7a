import { createContext, createElement, use, type ReactNode } from 'react';
import type { RowNode, LayoutNode } from '#form/definition/definition.ts';
import { useFormScope, useVisible, type RenderNodes, type LayoutParts } from '../form-scope.ts';

/** Headings inside a page begin below its title, which the screen renders as the first level. */
const HeadingLevel = createContext<'h2' | 'h3' | 'h4'>('h2');

type HeadingProps = { readonly id: string; readonly className: string; readonly children: ReactNode };

/** A heading of the level that fits the place. */
export function Heading({ children, ...attributes }: HeadingProps) {
  return createElement(use(HeadingLevel), attributes, children);
}

/** What is inside has headings one level lower; below the fourth all levels look alike. */
export function BelowHeading({ children }: { readonly children: ReactNode }) {
  const level = use(HeadingLevel);
  return <HeadingLevel value={level === 'h2' ? 'h3' : 'h4'}>{children}</HeadingLevel>;
}

const COLUMNS = 12;

/** The width of each child of a row, in shares of twelve. Without widths all are equally wide. */
export function cellWidths({ children, widths }: RowNode): readonly number[] {
  const equal = Math.max(1, Math.floor(COLUMNS / children.length));
  return children.map((_child, index) => widths?.[index] ?? equal);
}

/** Renders a layout tree. What is hidden is not in the page at all, so that nothing can be typed into it. */
export function Layout({ nodes }: { readonly nodes: readonly LayoutNode[] }): ReactNode {
  const { store, questionView } = useFormScope();
  return nodes.map((node, index) => {
    const key = nodeKey(node, index);
    if (node.kind !== 'question') return <Group key={key} node={node} />;
    const question = store.questions.get(node.key);
    if (!question) throw new Error(`The layout names the question "${node.key}", which no page defines.`);
    const rendered = createElement(questionView, { key, question });
    if (!node.visibleWhen) return rendered;
    return (
      <WhileVisible key={key} node={node}>
        {rendered}
      </WhileVisible>
    );
  });
}

function Group({ node }: { readonly node: GroupNode }): ReactNode {
  const rendered = renderNode(node, useFormScope().parts);
  return node.visibleWhen ? <WhileVisible node={node}>{rendered}</WhileVisible> : rendered;
}

const renderNodes: RenderNodes = (nodes) => <Layout nodes={nodes} />;

type GroupNode = Exclude<LayoutNode, { kind: 'question' }>;

function renderNode(node: GroupNode, parts: LayoutParts): ReactNode {
  switch (node.kind) {
    case 'section':
      return <parts.Section node={node} render={renderNodes} />;
    case 'row':
      return <parts.Row node={node} render={renderNodes} />;
    case 'tabs':
      return <parts.TabGroup node={node} render={renderNodes} />;
    case 'addAnother':
      return <parts.AddAnother node={node} render={renderNodes} />;
    case 'confirm':
      return <parts.Confirm node={node} render={renderNodes} />;
    case 'text':
      return <parts.Paragraphs node={node} render={renderNodes} />;
    case 'switch':
      return node.cases.map((each, index) => (
        <WhileVisible key={index} node={each}>
          {renderNodes(each.children)}
        </WhileVisible>
      ));
  }
}

type VisibleProps = { readonly node: Parameters<typeof useVisible>[0]; readonly children: ReactNode };

function WhileVisible({ node, children }: VisibleProps) {
  return useVisible(node) ? children : null;
}

function nodeKey(node: LayoutNode, index: number): string {
  if (node.kind === 'question') return node.key;
  return 'id' in node ? `${node.kind}-${node.id}` : `${node.kind}-${index}`;
}
