import type { ConfirmNode, TabsNode, TextNode, RowNode, SectionNode } from '#form/definition/definition.ts';
import { useFormStore, type DrawNodes } from '../form-scope.ts';
import type { LayoutParts } from '../layout/layout-parts.ts';
import { PrintAddAnother } from './PrintAddAnother.tsx';
import { cellWidths } from '../layout/cell-widths.ts';
import { hasPrintLines, usePrintLines, isLongPrintLine, printLinesInside } from './print-lines.ts';
import { BelowHeading, Heading } from '../layout/Heading.tsx';

/** The nodes of a layout as they are read: no button, no tab, no box to open anything. */
export const printParts: LayoutParts = {
  Section: PrintSection,
  Row: PrintRow,
  TabGroup: ChosenTab,
  AddAnother: PrintAddAnother,
  Confirm: Confirmed,
  Paragraphs: PrintParagraphs,
};

/** docs/behavior.md 4.10: service users see only the chosen tab. */
function ChosenTab({ node, draw }: { readonly node: TabsNode; readonly draw: DrawNodes }) {
  const chosen = useFormStore().chosenTab(node);
  return draw(node.tabs.find(({ id }) => id === chosen)?.children ?? []);
}

function Confirmed({ node, draw }: { readonly node: ConfirmNode; readonly draw: DrawNodes }) {
  return draw(node.children);
}

/** A text above an answer, such as the words that are signed. A link is printed as its words. */
function PrintParagraphs({ node }: { readonly node: TextNode }) {
  return node.paragraphs.map((paragraph, index) => (
    <p key={index} className="print-text">
      {typeof paragraph === 'string'
        ? paragraph
        : paragraph.map((part) => (typeof part === 'string' ? part : part.text)).join('')}
    </p>
  ));
}

/** Questions side by side as on the screen. What is not answered leaves no gap. */
function PrintRow({ node, draw }: { readonly node: RowNode; readonly draw: DrawNodes }) {
  const lines = usePrintLines();
  const widths = cellWidths(node);
  const cells = node.children.flatMap((child, index) =>
    hasPrintLines(child, lines) ? [{ child, width: widths[index] }] : [],
  );
  if (cells.length === 0) return null;
  return (
    <div className="print-row">
      {cells.map(({ child, width }, index) => (
        <div key={index} className={`print-cell print-span-${width}`}>
          {draw([child])}
        </div>
      ))}
    </div>
  );
}

type SectionProps = { readonly node: SectionNode; readonly draw: DrawNodes };

/** So few answers stay together on a page: no signature is alone on the last one. */
const KEPT_TOGETHER = 5;

/** A section with its heading; one without any answer is not there. The help was for who filled it in. */
function PrintSection({ node, draw }: SectionProps) {
  const { id, title, children } = node;
  const inside = printLinesInside(node, usePrintLines());
  if (inside.length === 0) return null;
  if (title === undefined) return draw(children);
  const isWhole = inside.length <= KEPT_TOGETHER && !inside.some(isLongPrintLine);
  return (
    <section className={isWhole ? 'print-section print-whole' : 'print-section'}>
      <Heading id={`section-${id}`} className="print-heading">
        {title}
      </Heading>
      <BelowHeading>{draw(children)}</BelowHeading>
    </section>
  );
}
