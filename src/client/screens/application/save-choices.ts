import type { FormDefinition, FormState } from '#form/definition/definition.ts';
import { tabGroupsOf } from '#form/definition/form-part.ts';
import type { ApplicationCalls } from '#client/data/application-calls.ts';
import { messageOf } from '#client/data/request-error.ts';

/** A call that failed, as a toast tells it (specification 8). */
export type Fault = { readonly label: string; readonly message: string };

/** Saves what one change altered; the calls go out one after the other. */
export type SaveChoices = (choices: Pick<FormState, 'tabs' | 'counts'>) => void;

/**
 * Makes what saves the chosen tabs and the counts of repeated blocks as they change (specification 4, "Tabs" and
 * "Add-another"). Each call waits for the one before, so that of two quick clicks the later one counts.
 *
 * @param onFault told of each call that failed; those behind it go out all the same
 */
export function createChoiceSaver(
  definition: FormDefinition,
  calls: Pick<ApplicationCalls, 'chooseTab' | 'setAddAnother'>,
  onFault: (fault: Fault) => void,
): SaveChoices {
  const groups = tabGroupsOf(definition);
  let last: Promise<unknown> = Promise.resolve();
  const send = (call: () => Promise<unknown>, label: string): void => {
    last = last.then(call).catch((error: unknown) => onFault({ label, message: messageOf(error) }));
  };
  return ({ tabs, counts }) => {
    for (const [id, tab] of Object.entries(tabs)) {
      const defaultTab = groups.find((group) => group.id === id)?.defaultTab ?? id;
      send(() => calls.chooseTab(id, tab), `Error handling tabs for ${defaultTab}`);
    }
    for (const [id, count] of Object.entries(counts)) {
      send(() => calls.setAddAnother(id, count), `Error adding another ${id}`);
    }
  };
}
