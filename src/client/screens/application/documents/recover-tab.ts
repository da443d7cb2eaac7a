import type { FormDefinition } from '#form/definition/definition.ts';
import { tabGroupsOf } from '#form/definition/form-part.ts';
import type { ApplicationCalls } from '#client/data/application-calls.ts';
import { RequestError } from '#client/data/request-error.ts';
import type { FormStore } from '#client/form/form-store.ts';
import type { Documents } from '#client/widgets/documents.ts';

type Recovery = {
  readonly calls: Pick<ApplicationCalls, 'tabs'>;
  readonly definition: FormDefinition;
  readonly store: FormStore;
  readonly documents: Documents;
};

/**
 * What follows when a tab could not be saved: the documents are read again (specification 8), and where the server
 * refused the tab, because a file is being converted there, the page goes back to the one that the server has.
 */
export function recoverTab({ calls, definition, store, documents }: Recovery) {
  return async (id: string, error: unknown): Promise<void> => {
    await documents.reload();
    if (!(error instanceof RequestError) || error.code !== 'refused') return;
    const saved = await calls.tabs().catch(() => undefined);
    const group = tabGroupsOf(definition).find((each) => each.id === id);
    if (saved && group) store.applyRemote({ tabs: { [id]: saved[id] ?? group.defaultTab } });
  };
}
