import type { SectionNode } from '#form/definition/definition.ts';
import type { DrawNodes } from '../form-scope.ts';
import { BelowHeading, Heading } from '../layout/Heading.tsx';
import { isLong, linesInside, usePrintLines } from './print-lines.ts';

type SectionProps = { readonly node: SectionNode; readonly draw: DrawNodes };

/** So few answers stay together on a page: no signature is alone on the last one. */
const KEPT_TOGETHER = 5;

/** A section with its heading; one without any answer is not there. The help was for who filled it in. */
export function PrintSection({ node, draw }: SectionProps) {
  const { id, title, children } = node;
  const inside = linesInside(node, usePrintLines());
  if (inside.length === 0) return null;
  if (title === undefined) return draw(children);
  const isWhole = inside.length <= KEPT_TOGETHER && !inside.some(isLong);
  return (
    <section className={isWhole ? 'print-section print-whole' : 'print-section'}>
      <Heading id={`section-${id}`} className="print-heading">
        {title}
      </Heading>
      <BelowHeading>{draw(children)}</BelowHeading>
    </section>
  );
}
