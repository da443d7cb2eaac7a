import type { FastifyInstance } from 'fastify';
import type { PutAddAnotherBody, PutLastPageBody, PutTabsBody } from '#generated/api.ts';
import { Refusal } from '../http/refusal.ts';
import type { Services } from '../start/services.ts';
import { type Application, updateChoices, updateDraft } from '#server/student-tables/application-store.ts';
import { fewestInstances } from '#form/answers/instances.ts';
import type { FormDefinition, FormState } from '#form/definition/definition.ts';
import { nodesOf, tabGroupsOf } from '#form/definition/form-part.ts';
import { countWithCopies, tabWithCopies } from '#form/migration/compatibility-copies.ts';
import { currentName, currentTab } from '#form/migration/current-names.ts';
import { updateMigratedApplication } from '#server/answer-migration/migrated-application.ts';
import { say, savingTexts, documentsTexts } from '#texts/say.ts';
import { documentKeysIn } from '#form/documents/document-answers.ts';
import {
  isDocumentConverting,
  selectDocuments,
  deleteDocuments,
} from '#server/student-tables/document-store.ts';

/** Saves choices other than answers: last page, tabs, numbers of repeated blocks. */
export function choiceRoutes(app: FastifyInstance, parts: Services): void {
  const { db, guard, definition } = parts;
  const controls = controlsOf(definition);
  const onRequest = guard.require;
  app.put<{ Body: PutLastPageBody }>('/api/last-page', { onRequest }, async (request) => {
    const path = request.body.last_page;
    if (!definition.pages.some((page) => page.path === path))
      throw new Refusal(422, say(savingTexts.unknownPage));
    await updateDraft(db, guard.of(request).studentId, { last_page: path });
    return { message: say(savingTexts.choiceSaved) };
  });
  app.put<{ Body: PutTabsBody }>('/api/tabs', { onRequest }, async (request) => {
    const { group, tab } = currentTab(definition.moves, request.body);
    if (!controls.tabGroups.get(group)?.has(tab)) throw new Refusal(422, say(savingTexts.unknownTab));
    await changeTab(parts, guard.of(request).studentId, { group, tab });
    return { message: say(savingTexts.choiceSaved) };
  });
  app.put<{ Body: PutAddAnotherBody }>('/api/add-another', { onRequest }, async (request) => {
    const { num_components: count } = request.body;
    const button = currentName(definition.moves?.groups, request.body.button_id);
    const node = controls.buttons.get(button);
    if (!node) throw new Refusal(422, say(savingTexts.unknownButton));
    const fewest = fewestInstances(node);
    if (count < fewest || count > node.max)
      throw new Refusal(422, say(savingTexts.howMany, { fewest, most: node.max }));
    await changeCounts(parts, guard.of(request).studentId, countWithCopies(definition.moves, button, count));
    return { message: say(savingTexts.choiceSaved) };
  });
}

/** Returns the available choices: tab group → tabs, add-another button → node. */
function controlsOf(definition: FormDefinition) {
  const nodes = nodesOf(definition);
  const tabGroups = nodes.filter((node) => node.kind === 'tabs');
  const buttons = nodes.filter((node) => node.kind === 'addAnother');
  return {
    tabGroups: new Map(tabGroups.map(({ id, tabs }) => [id, new Set(tabs.map((tab) => tab.id))])),
    buttons: new Map(buttons.map((node) => [node.id, node])),
  };
}

type TabChoice = { readonly group: string; readonly tab: string };

/** Chooses a tab and deletes the documents of the former one. @throws Refusal 409 during a conversion */
async function changeTab(parts: Services, studentId: string, choice: TabChoice): Promise<void> {
  const { definition } = parts;
  const unneeded = await updateMigratedApplication(parts, studentId, async (transaction, application) => {
    const left = documentKeysLeft(definition, application, choice);
    const stored = left.length === 0 ? [] : await selectDocuments(transaction, studentId);
    if (stored.some((each) => left.includes(each.answerKey) && isDocumentConverting(each)))
      throw new Refusal(409, say(documentsTexts.uploadRunning));
    const removed = await deleteDocuments(transaction, studentId, left);
    const chosen = tabWithCopies(definition.moves, choice.group, choice.tab);
    await updateChoices(transaction, studentId, { tabs: { ...application.tabs, ...chosen } });
    return removed;
  });
  await parts.discard(unneeded);
}

/** Changes only these numbers, so that concurrent changes are both stored. */
async function changeCounts(parts: Services, studentId: string, counts: FormState['counts']): Promise<void> {
  await updateMigratedApplication(parts, studentId, (transaction, application) =>
    updateChoices(transaction, studentId, { counts: { ...application.counts, ...counts } }),
  );
}

/** Returns the document keys of the visible tab, or none if it is chosen again. */
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
