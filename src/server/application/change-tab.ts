import type { FormDefinition } from '#form/definition/definition.ts';
import { tabGroupsOf } from '#form/definition/form-part.ts';
import { documentKeysIn } from '#form/documents/document-answers.ts';
import { Refusal } from '../http/refusal.ts';
import {
  isDocumentConverting,
  selectDocuments,
  deleteDocuments,
} from '#server/student-tables/document-store.ts';
import type { ApplicationServices } from './application-services.ts';
import { mirroredTab } from '#form/moves/mirrors.ts';
import { updateMovedApplication } from '#server/moves/moved-application.ts';
import { updateChosenTabs, type Application } from '#server/student-tables/application-store.ts';
import { say } from '#texts/say.ts';
import { documentsTexts } from '#generated/texts.ts';

export type TabChoice = { readonly group: string; readonly tab: string };

/**
 * Chooses a tab. The documents of the tab that is left go with it, their files too.
 *
 * @throws Refusal 409 while one of them is converted, or once the application is submitted
 */
export async function changeTab(
  parts: ApplicationServices,
  studentId: string,
  choice: TabChoice,
): Promise<void> {
  const { definition } = parts;
  const unneeded = await updateMovedApplication(parts, studentId, async (transaction, application) => {
    const left = documentKeysLeft(definition, application, choice);
    const stored = left.length === 0 ? [] : await selectDocuments(transaction, studentId);
    if (stored.some((each) => left.includes(each.answerKey) && isDocumentConverting(each)))
      throw new Refusal(409, say(documentsTexts.uploadRunning));
    const removed = await deleteDocuments(transaction, studentId, left);
    const chosen = mirroredTab(definition.moves, choice.group, choice.tab);
    await updateChosenTabs(transaction, studentId, { ...application.tabs, ...chosen });
    return removed;
  });
  await parts.discard(unneeded);
}

/**
 * Keys of the document questions in the tab that shows now, unless it is the one chosen again: the default one where
 * none is chosen, or one that is gone.
 */
function documentKeysLeft(
  definition: FormDefinition,
  { tabs }: Pick<Application, 'tabs'>,
  { group, tab }: TabChoice,
): readonly string[] {
  const node = tabGroupsOf(definition).find(({ id }) => id === group);
  const shown =
    node?.tabs.find(({ id }) => id === tabs[group]) ?? node?.tabs.find(({ id }) => id === node.defaultTab);
  return shown === undefined || shown.id === tab ? [] : documentKeysIn(definition, shown.children);
}
