import type { AddAnotherNode } from '#form/definition/definition.ts';
import { allNodes } from '#form/definition/form-part.ts';
import type { DrawNodes } from '../form-scope.ts';
import { BelowHeading, Heading } from '../layout/Heading.tsx';
import { hasPrintLines, usePrintLines, type PrintLines } from './print-lines.ts';
import { PrintTable } from './PrintTable.tsx';

type AddAnotherProps = { readonly node: AddAnotherNode; readonly draw: DrawNodes };

/** The most questions that are shown as the columns of a table; more are stacked. */
const MOST_COLUMNS = 5;

/** Every instance that says something: short ones as a table, others with a heading each. */
export function PrintAddAnother({ node, draw }: AddAnotherProps) {
  const lines = usePrintLines();
  const instances = answeredInstances(node, lines);
  if (instances.length === 0) return null;
  if (instances.every(({ keys }) => keys.length <= MOST_COLUMNS)) return <PrintTable rows={instances} />;
  return instances.map(({ n, title, children }) => (
    <section key={n} className="print-instance">
      <Heading id={`instance-${node.id}-${n}`} className="print-instance-heading">
        {title}
      </Heading>
      <BelowHeading>{draw(children)}</BelowHeading>
    </section>
  ));
}

/** The instances with an answer; `n` counts from 1, `keys` are those that its layout places. */
function answeredInstances({ instances }: AddAnotherNode, lines: PrintLines) {
  return instances.flatMap(({ title, children }, index) =>
    children.some((child) => hasPrintLines(child, lines))
      ? [
          {
            n: index + 1,
            title,
            children,
            keys: allNodes(children).flatMap((each) => (each.kind === 'question' ? [each.key] : [])),
          },
        ]
      : [],
  );
}
