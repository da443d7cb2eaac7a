import type { SectionNode } from '#form/definition/definition.ts';
import type { DrawNodes } from '../form-scope.ts';
import { sectionHeading } from '../question-place.ts';
import { BelowHeading, Heading } from './Heading.tsx';
import { RichText } from './RichText.tsx';

type SectionProps = { readonly node: SectionNode; readonly draw: DrawNodes };

/** Questions that belong together. Without a title it only groups what is hidden together. */
export function Section({ node, draw }: SectionProps) {
  const { title, help } = node;
  if (title === undefined) {
    return (
      <div className="form-group">
        {help !== undefined && (
          <p className="form-text">
            <RichText text={help} />
          </p>
        )}
        {draw(node.children)}
      </div>
    );
  }
  return (
    <section className="form-section" aria-labelledby={sectionHeading(node)}>
      <header className="form-section-head">
        <Heading id={sectionHeading(node)} className="form-section-title">
          {title}
        </Heading>
        {help !== undefined && (
          <p className="form-text">
            <RichText text={help} />
          </p>
        )}
      </header>
      <BelowHeading>{draw(node.children)}</BelowHeading>
    </section>
  );
}
