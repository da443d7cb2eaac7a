import { createContext, createElement, use, type ReactNode } from 'react';
import type { RowNode, LayoutNode, TextNode, SectionNode } from '#form/definition/definition.ts';
import { useFormScope, useVisible, type RenderNodes, type LayoutParts } from '../form-scope.ts';
import type { RichText as Text } from '#form/definition/rich-text.ts';
import { TextLink } from '#client/ui/Message.tsx';
import { sectionAnchor } from '#form/definition/layout-steps.ts';
import { questionOf } from '#client/questionnaire/store/selectors.ts';

/** Headings start below the page title, which the screen renders as h1. */
const HeadingLevel = createContext<'h2' | 'h3' | 'h4'>('h2');

type HeadingProps = { readonly id: string; readonly className: string; readonly children: ReactNode };

/** Heading of the current level. */
export function Heading({ children, ...attributes }: HeadingProps) {
  return createElement(use(HeadingLevel), attributes, children);
}

/** Lowers headings inside by one level; all below h4 look alike. */
export function BelowHeading({ children }: { readonly children: ReactNode }) {
  const level = use(HeadingLevel);
  return <HeadingLevel value={level === 'h2' ? 'h3' : 'h4'}>{children}</HeadingLevel>;
}

const COLUMNS = 12;

/** Widths of a row's children in twelfths; equal by default. */
export function cellWidths({ children, widths }: RowNode): readonly number[] {
  const equal = Math.max(1, Math.floor(COLUMNS / children.length));
  return children.map((_child, index) => widths?.[index] ?? equal);
}

/** Renders a layout tree. Hidden nodes are not mounted, so they accept no input. */
export function Layout({ nodes }: { readonly nodes: readonly LayoutNode[] }): ReactNode {
  const { store, questionView } = useFormScope();
  return nodes.map((node, index) => {
    const key = nodeKey(node, index);
    if (node.kind !== 'question') return <Group key={key} node={node} />;
    const question = questionOf(store, node.key);
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
    case 'more':
      return <parts.More node={node} render={renderNodes} />;
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

/** Form text with links. */
export function RichText({ text }: { readonly text: Text }): ReactNode {
  if (typeof text === 'string') return text;
  return text.map((part, index) =>
    typeof part === 'string' ? part : <TextLink key={index} href={part.href} words={part.text} />,
  );
}

/** Text between questions. */
export function Paragraphs({ node }: { readonly node: TextNode }) {
  return node.paragraphs.map((paragraph, index) => (
    <p key={index} className="form-text">
      <RichText text={paragraph} />
    </p>
  ));
}

/** Columns of a question that shares its line with the next one on a phone. */
const SHORT = 3;

/** Questions in columns from 600 px; below, only short ones share a line. */
export function Row({ node, render }: { readonly node: RowNode; readonly render: RenderNodes }) {
  const widths = cellWidths(node);
  return (
    <div className="form-row">
      {node.children.map((child, index) => (
        <div
          key={index}
          className={(widths[index] ?? COLUMNS) <= SHORT ? 'form-cell form-cell-short' : 'form-cell'}
          style={{ ['--span' as string]: widths[index] }}
        >
          {render([child])}
        </div>
      ))}
    </div>
  );
}

type SectionProps = { readonly node: SectionNode; readonly render: RenderNodes };

/** Related questions. Without a title, only groups nodes hidden together. */
export function Section({ node, render }: SectionProps) {
  const { title } = node;
  const help = node.help !== undefined && (
    <p className="form-text">
      <RichText text={node.help} />
    </p>
  );
  if (title === undefined) {
    return (
      <div className="form-group">
        {help}
        {render(node.children)}
      </div>
    );
  }
  const headingId = `section-${sectionAnchor(node)}`;
  return (
    <section className="form-section" aria-labelledby={headingId}>
      <header className="form-section-head">
        <Heading id={headingId} className="form-section-title">
          {title}
        </Heading>
        {help}
      </header>
      <BelowHeading>{render(node.children)}</BelowHeading>
    </section>
  );
}
