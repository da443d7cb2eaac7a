import type { SectionNode } from '#form/definition/definition.ts';
import type { DrawNodes } from '../form-scope.ts';
import { BelowHeading, Heading } from '../layout/Heading.tsx';
import { isTold, usePrintLines } from './print-lines.ts';

type SectionProps = { readonly node: SectionNode; readonly draw: DrawNodes };

/** A section with its heading; one without any answer is not there. The help was for who filled it in. */
export function PrintSection({ node, draw }: SectionProps) {
  const { id, title, children } = node;
  if (!isTold(node, usePrintLines())) return null;
  if (title === undefined) return draw(children);
  return (
    <section className="print-section">
      <Heading id={`section-${id}`} className="print-heading">
        {title}
      </Heading>
      <BelowHeading>{draw(children)}</BelowHeading>
    </section>
  );
}
