import type { ConfirmNode, LayoutNode, PageDefinition, Question, TabsNode } from './definition.ts';

/** What most of the model works on: the whole form, or one page (or log-in card) of it. */
export type FormPart = { readonly pages: readonly PageDefinition[] } | PageDefinition;

/** The pages of a form, or the one page itself. */
export function pagesOf(part: FormPart): readonly PageDefinition[] {
  return 'pages' in part ? part.pages : [part];
}

const questionMaps = new WeakMap<FormPart, ReadonlyMap<string, Question>>();

/** All questions by key, pages in order. Built once per definition, which never changes. */
export function questionsOf(part: FormPart): ReadonlyMap<string, Question> {
  const known = questionMaps.get(part);
  if (known) return known;
  const questions = new Map(pagesOf(part).flatMap((page) => Object.entries(page.questions)));
  questionMaps.set(part, questions);
  return questions;
}

/** The nodes inside a node, whichever way its kind holds them; for tabs and switches those of all branches. */
export function childrenOf(node: LayoutNode): readonly LayoutNode[] {
  switch (node.kind) {
    case 'question':
    case 'text':
      return [];
    case 'switch':
      return node.cases.flatMap((each) => each.children);
    case 'tabs':
      return node.tabs.flatMap((tab) => tab.children);
    case 'addAnother':
      return node.instances.flatMap((instance) => instance.children);
    default:
      return node.children;
  }
}

/** Every node of a layout, each before what it holds, in the order in which a student meets them. */
export function allNodes(layout: readonly LayoutNode[]): readonly LayoutNode[] {
  return layout.flatMap((node) => [node, ...allNodes(childrenOf(node))]);
}

const tabGroups = new WeakMap<FormPart, readonly TabsNode[]>();

/** All tab groups. Built once per definition. */
export function tabGroupsOf(part: FormPart): readonly TabsNode[] {
  const known = tabGroups.get(part);
  if (known) return known;
  const groups = pagesOf(part)
    .flatMap((page) => allNodes(page.layout))
    .filter((node) => node.kind === 'tabs');
  tabGroups.set(part, groups);
  return groups;
}

/** A confirmation and the keys of what stands in it, those that its widgets write beside their own included. */
export type Confirmation = { readonly node: ConfirmNode; readonly keys: readonly string[] };

const confirmations = new WeakMap<FormPart, readonly Confirmation[]>();

/** All confirmations. Built once per definition. */
export function confirmationsOf(part: FormPart): readonly Confirmation[] {
  const known = confirmations.get(part);
  if (known) return known;
  const found = pagesOf(part)
    .flatMap((page) => allNodes(page.layout))
    .filter((node) => node.kind === 'confirm')
    .map((node) => ({ node, keys: keysInside(part, node) }));
  confirmations.set(part, found);
  return found;
}

function keysInside(part: FormPart, node: ConfirmNode): readonly string[] {
  const keys = allNodes([node]).flatMap((each) => (each.kind === 'question' ? [each.key] : []));
  return keys.flatMap((key) => [key, ...(questionsOf(part).get(key)?.parts ?? [])]);
}

/** The pages that ask a question: one, in a form that is right. */
export function pagesAsking(part: FormPart, key: string): readonly PageDefinition[] {
  return pagesOf(part).filter((page) => Object.hasOwn(page.questions, key));
}
