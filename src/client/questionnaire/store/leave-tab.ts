import type { TabsNode } from '#form/definition/definition.ts';
import { documentKeysIn } from '#form/documents/document-answers.ts';
import { isInProgress, type Documents } from '#client/widgets/file/document-view.ts';
import type { FormStore } from './form-store.ts';
import { say, documentsTexts } from '#texts/say.ts';
import { chosenTab } from '#client/questionnaire/store/selectors.ts';

/** Label of the toast for an unsaved tab (docs/behavior.md 8.3). */
export function tabErrorLabel({ defaultTab }: Pick<TabsNode, 'defaultTab'>): string {
  return say(documentsTexts.tabError, { tab: defaultTab });
}

/** Keys of the document questions in the chosen tab. */
export function documentsInTab(store: FormStore, group: TabsNode): readonly string[] {
  const tab = group.tabs.find(({ id }) => id === chosenTab(store, group));
  return documentKeysIn(store.definition, tab?.children ?? []);
}

/** Reasons that prevent leaving a tab. */
export type TabObstacle =
  | 'none'
  /** A file is uploading or converting. */
  | 'busy'
  /** The server is unreachable, which was reported. */
  | 'unknown'
  /** Names of files that would be lost. */
  | readonly string[];

/** Checks the server for files, including those attached in another window. */
export async function findTabObstacle(
  documents: Documents,
  group: TabsNode,
  keys: readonly string[],
): Promise<TabObstacle> {
  const isBusy = (): boolean => keys.some((key) => isInProgress(documents.view(key)));
  if (isBusy()) return 'busy';
  if (!(await documents.reload(tabErrorLabel(group)))) return 'unknown';
  if (isBusy()) return 'busy';
  const names = keys.flatMap((key) => {
    const view = documents.view(key);
    return view.phase === 'none' ? [] : [view.file.name];
  });
  return names.length > 0 ? names : 'none';
}

/** Deletes a tab's documents. @returns false on a failure, which was reported */
export async function deleteTabDocuments(documents: Documents, keys: readonly string[]): Promise<boolean> {
  for (const key of keys) {
    documents.cancel(key);
    if (!(await documents.remove(key))) return false;
  }
  return true;
}
