import type {
  AddAnotherNode,
  ConfirmNode,
  LayoutNode,
  PageDefinition,
  Question,
  TabsNode,
} from './definition.ts';
import { memoizeByObject } from './memoize-by-object.ts';
import { layoutSteps } from './layout-steps.ts';

/** The whole form, or one page (or log-in card) of it. */
export type FormPart = { readonly pages: readonly PageDefinition[] } | PageDefinition;

/** Returns the pages of a form, or the page itself. */
export function pagesOf(part: FormPart): readonly PageDefinition[] {
  return 'pages' in part ? part.pages : [part];
}

/** All questions by key, in page order. */
export const questionsOf = memoizeByObject(
  (part: FormPart): ReadonlyMap<string, Question> =>
    new Map(pagesOf(part).flatMap((page) => Object.entries(page.questions))),
);

/** Returns every node of a layout in reading order, parents first. */
export function allNodes(layout: readonly LayoutNode[]): readonly LayoutNode[] {
  return layoutSteps({ layout }).flatMap(({ node, branch }) => (branch ? [] : [node]));
}

/** Returns every node of the pages. */
export function nodesOf(part: FormPart): readonly LayoutNode[] {
  return pagesOf(part).flatMap((page) => allNodes(page.layout));
}

/** All tab groups. */
export const tabGroupsOf = memoizeByObject((part: FormPart): readonly TabsNode[] =>
  nodesOf(part).filter((node) => node.kind === 'tabs'),
);

/** All add-anothers. */
export const addAnothersOf = memoizeByObject((part: FormPart): readonly AddAnotherNode[] =>
  nodesOf(part).filter((node) => node.kind === 'addAnother'),
);

/** A confirmation and the keys of its contents, including widget parts. */
export type Confirmation = { readonly node: ConfirmNode; readonly keys: readonly string[] };

/** All confirmations. */
export const confirmationsOf = memoizeByObject((part: FormPart): readonly Confirmation[] =>
  nodesOf(part)
    .filter((node) => node.kind === 'confirm')
    .map((node) => ({ node, keys: keysIn(part, [node]) })),
);

/** Returns the question keys of these nodes, in layout order. */
export function questionKeysIn(layout: readonly LayoutNode[]): readonly string[] {
  return allNodes(layout).flatMap((node) => (node.kind === 'question' ? [node.key] : []));
}

/** Returns the same, each with the parts of its widget. */
export function keysIn(part: FormPart, layout: readonly LayoutNode[]): readonly string[] {
  return questionKeysIn(layout).flatMap((key) => [key, ...(questionsOf(part).get(key)?.parts ?? [])]);
}

/** Returns the pages that contain a question: one, in a valid form. */
export function pagesWithQuestion(part: FormPart, key: string): readonly PageDefinition[] {
  return pagesOf(part).filter((page) => Object.hasOwn(page.questions, key));
}
