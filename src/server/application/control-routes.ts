import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { PutAddAnotherBody, PutLastPageBody, PutTabsBody } from '#generated/api.ts';
import { Refusal } from '../http/refusal.ts';
import type { ApplicationServices } from './application-services.ts';
import {
  type Application,
  type ApplicationChange,
  updateApplication,
} from '#server/student-tables/application-store.ts';
import { changeTab } from './change-tab.ts';
import { fewestInstances } from '#form/answers/instances.ts';
import type { AddAnotherNode, FormDefinition } from '#form/definition/definition.ts';
import { allNodes } from '#form/definition/form-part.ts';
import { knownForm, mirroredCount } from '#form/moves/mirrors.ts';
import { todaysName, todaysTab } from '#form/moves/todays-names.ts';
import { readApplication } from '#server/moves/moved-application.ts';
import { say } from '#texts/say.ts';
import { savingTexts } from '#generated/texts.ts';

/** What a student sets beside answers: the last page, the tab of a group, the number of repeated blocks. */
export function controlRoutes(app: FastifyInstance, parts: ApplicationServices): void {
  const { db, guard, schemaOf, definition } = parts;
  const controls = controlsOf(definition);
  const onRequest = guard.require;
  async function change(request: FastifyRequest, wanted: ApplicationChange) {
    await updateApplication(db, guard.of(request).studentId, wanted);
    return { message: say(savingTexts.choiceSaved) };
  }

  app.put<{ Body: PutLastPageBody }>(
    '/api/last-page',
    { schema: schemaOf('PUT /api/last-page'), onRequest },
    (request) => {
      const path = request.body.last_page;
      if (!definition.pages.some((page) => page.path === path))
        throw unknownChoice(say(savingTexts.unknownPage));
      return change(request, { kind: 'lastPage', path });
    },
  );
  app.get('/api/tabs', { schema: schemaOf('GET /api/tabs'), onRequest }, async (request) =>
    readTabs(parts, await readApplication(parts, guard.of(request).studentId)),
  );
  app.put<{ Body: PutTabsBody }>(
    '/api/tabs',
    { schema: schemaOf('PUT /api/tabs'), onRequest },
    async (request) => {
      const { group, tab } = todaysTab(definition.moves, request.body);
      if (!controls.tabGroups.get(group)?.has(tab)) throw unknownChoice(say(savingTexts.unknownTab));
      await changeTab(parts, guard.of(request).studentId, { group, tab });
      return { message: say(savingTexts.choiceSaved) };
    },
  );
  app.get('/api/add-another', { schema: schemaOf('GET /api/add-another'), onRequest }, async (request) => {
    const { counts } = await readApplication(parts, guard.of(request).studentId);
    return counts;
  });
  app.put<{ Body: PutAddAnotherBody }>(
    '/api/add-another',
    { schema: schemaOf('PUT /api/add-another'), onRequest },
    (request) => {
      const { num_components: count } = request.body;
      const button = todaysName(definition.moves?.groups, request.body.button_id);
      const node = controls.buttons.get(button);
      if (!node) throw unknownChoice(say(savingTexts.unknownButton));
      const fewest = fewestInstances(node);
      if (count < fewest || count > node.max)
        throw unknownChoice(say(savingTexts.howMany, { fewest, most: node.max }));
      return change(request, { kind: 'counts', counts: mirroredCount(definition.moves, button, count) });
    },
  );
}

function unknownChoice(message: string): Refusal {
  return new Refusal(422, message);
}

/**
 * What a student may set in a definition in addition to answers: tab group → its tabs, add-another → how many there
 * may be.
 */
type Controls = {
  readonly tabGroups: ReadonlyMap<string, ReadonlySet<string>>;
  readonly buttons: ReadonlyMap<string, AddAnotherNode>;
};

/** Collects the tab groups and add-another buttons of all pages, at any depth. */
function controlsOf(definition: FormDefinition): Controls {
  const nodes = definition.pages.flatMap((page) => allNodes(page.layout));
  const tabGroups = nodes.filter((node) => node.kind === 'tabs');
  const buttons = nodes.filter((node) => node.kind === 'addAnother');
  return {
    tabGroups: new Map(tabGroups.map(({ id, tabs }) => [id, new Set(tabs.map((tab) => tab.id))])),
    buttons: new Map(buttons.map((node) => [node.id, node])),
  };
}

/** The tab that is chosen in each group, of those that the form has. */
export function readTabs({ definition }: ApplicationServices, application: Application): Application['tabs'] {
  return knownForm(definition, application).tabs;
}
