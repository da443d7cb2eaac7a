import type { LayoutNode } from '#form/definition/definition.ts';

/** What a clerk calls something in a layout, as it is written there: `the section "visa"`. */
export function nodeInWords(node: LayoutNode): string {
  switch (node.kind) {
    case 'question':
      return `the question "${node.key}"`;
    case 'row':
    case 'text':
      return `this ${node.kind}`;
    case 'addAnother':
      return `the add-another "${node.id}"`;
    case 'confirm':
      return `the confirmation "${node.id}"`;
    case 'tabs':
      return `the tab group "${node.id}"`;
    default:
      return `the ${node.kind} "${node.id}"`;
  }
}
