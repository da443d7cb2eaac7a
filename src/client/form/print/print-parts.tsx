import type { ConfirmNode, TabsNode, TextNode } from '#form/definition/definition.ts';
import { useFormStore, type DrawNodes } from '../form-scope.ts';
import type { LayoutParts } from '../layout/layout-parts.ts';
import { PrintAddAnother } from './PrintAddAnother.tsx';
import { PrintRow } from './PrintRow.tsx';
import { PrintSection } from './PrintSection.tsx';

/** The nodes of a layout as they are read: no button, no tab, no box to open anything. */
export const printParts: LayoutParts = {
  Section: PrintSection,
  Row: PrintRow,
  TabGroup: ChosenTab,
  AddAnother: PrintAddAnother,
  Confirm: Confirmed,
  Paragraphs: PrintParagraphs,
};

/** Specification 4: "Service users see only the chosen tab's content." */
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
