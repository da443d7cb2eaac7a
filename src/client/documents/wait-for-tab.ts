import type { FormDefinition } from '#form/definition/definition.ts';
import { tabGroupsOf } from '#form/definition/form-part.ts';
import type { Autosave } from '../saving/autosave.ts';
import { RequestError } from '#client/api/request-error.ts';
import type { FormStore } from '#client/questionnaire/store/form-store.ts';
import { keysInTabs } from '../saving/save-choices.ts';
import { say } from '#texts/say.ts';
import { documentsTexts, errorTexts } from '#generated/texts.ts';

type Waited = {
  readonly definition: FormDefinition;
  readonly store: FormStore;
  readonly autosave: Autosave;
};

/**
 * Makes what waits until the tab is saved that a question is in. A document in a tab that the server does not know of
 * would be out of sight for everybody else.
 *
 * @returns a function that rejects with a RequestError: `unreachable` while the tab cannot be saved, `refused` where
 *   the server did not take it
 */
export function createTabSaveWait({ definition, store, autosave }: Waited): (key: string) => Promise<void> {
  return async (key) => {
    const around = tabGroupsOf(definition).filter(({ id }) => keysInTabs(definition, id).includes(key));
    const isUnsaved = (): boolean =>
      around.some(({ id }) => Object.hasOwn(autosave.getState().unsaved.tabs, id));
    if (!isUnsaved()) return;
    await autosave.flush();
    if (isUnsaved()) {
      const { message } = autosave.getState();
      throw new RequestError('unreachable', message === '' ? say(errorTexts.unreachable) : message);
    }
    const question = store.question(key);
    if (!question || !store.isVisible(question))
      throw new RequestError('refused', say(documentsTexts.notAsked));
  };
}
