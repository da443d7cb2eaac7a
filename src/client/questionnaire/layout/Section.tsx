import type { ReactNode } from 'react';
import type { RichText as Text } from '#form/definition/rich-text.ts';
import { TextLink } from '#client/ui/Message.tsx';
import type { TextNode, RowNode, SectionNode } from '#form/definition/definition.ts';
import type { RenderNodes } from '../form-scope.ts';
import { cellWidths, BelowHeading, Heading } from './Layout.tsx';
import { sectionAnchor } from '#form/definition/walk-layout.ts';

/** A text of the form with its links. */
export function RichText({ text }: { readonly text: Text }): ReactNode {
  if (typeof text === 'string') return text;
  return text.map((part, index) =>
    typeof part === 'string' ? part : <TextLink key={index} href={part.href} words={part.text} />,
  );
}

/** A text between the questions. */
export function Paragraphs({ node }: { readonly node: TextNode }) {
  return node.paragraphs.map((paragraph, index) => (
    <p key={index} className="form-text">
      <RichText text={paragraph} />
    </p>
  ));
}

/** Questions side by side from 600 px on, beneath each other before. */
export function Row({ node, render }: { readonly node: RowNode; readonly render: RenderNodes }) {
  const widths = cellWidths(node);
  return (
    <div className="form-row">
      {node.children.map((child, index) => (
        <div key={index} className="form-cell" style={{ ['--span' as string]: widths[index] }}>
          {render([child])}
        </div>
      ))}
    </div>
  );
}

type SectionProps = { readonly node: SectionNode; readonly render: RenderNodes };

/** Questions that belong together. Without a title it only groups what is hidden together. */
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
