import type {
  AddAnotherNode,
  ConfirmNode,
  LayoutNode,
  PageDefinition,
  Question,
  TabsNode,
} from './definition.ts';
import { memoizeByObject } from './memoize-by-object.ts';
import { layoutSteps } from './walk-layout.ts';

/** What most of the model works on: the whole form, or one page (or log-in card) of it. */
export type FormPart = { readonly pages: readonly PageDefinition[] } | PageDefinition;

/** The pages of a form, or the one page itself. */
export function pagesOf(part: FormPart): readonly PageDefinition[] {
  return 'pages' in part ? part.pages : [part];
}

/** All questions by key, pages in order. */
export const questionsOf = memoizeByObject(
  (part: FormPart): ReadonlyMap<string, Question> =>
    new Map(pagesOf(part).flatMap((page) => Object.entries(page.questions))),
);

/** Every node of a layout, each before what it holds, in the order in which a student meets them. */
export function allNodes(layout: readonly LayoutNode[]): readonly LayoutNode[] {
  return layoutSteps({ layout }).flatMap(({ node, branch }) => (branch ? [] : [node]));
}

/** All tab groups. */
export const tabGroupsOf = memoizeByObject((part: FormPart): readonly TabsNode[] =>
  pagesOf(part)
    .flatMap((page) => allNodes(page.layout))
    .filter((node) => node.kind === 'tabs'),
);

/** All add-anothers. */
export const addAnothersOf = memoizeByObject((part: FormPart): readonly AddAnotherNode[] =>
  pagesOf(part)
    .flatMap((page) => allNodes(page.layout))
    .filter((node) => node.kind === 'addAnother'),
);

/** A confirmation and the keys of its content, further keys of its widgets included. */
export type Confirmation = { readonly node: ConfirmNode; readonly keys: readonly string[] };

/** All confirmations. */
export const confirmationsOf = memoizeByObject((part: FormPart): readonly Confirmation[] =>
  pagesOf(part)
    .flatMap((page) => allNodes(page.layout))
    .filter((node) => node.kind === 'confirm')
    .map((node) => ({ node, keys: keysIn(part, [node]) })),
);

/** The keys of the questions in these nodes, in the order of the layout. */
export function questionKeysIn(layout: readonly LayoutNode[]): readonly string[] {
  return allNodes(layout).flatMap((node) => (node.kind === 'question' ? [node.key] : []));
}

/** The same, each with the further keys that its widget writes. */
export function keysIn(part: FormPart, layout: readonly LayoutNode[]): readonly string[] {
  return questionKeysIn(layout).flatMap((key) => [key, ...(questionsOf(part).get(key)?.parts ?? [])]);
}

/** The pages that ask a question: one, in a form that is right. */
export function pagesAsking(part: FormPart, key: string): readonly PageDefinition[] {
  return pagesOf(part).filter((page) => Object.hasOwn(page.questions, key));
}
