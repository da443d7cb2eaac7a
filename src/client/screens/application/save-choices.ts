import type { FormDefinition, FormState } from '#form/definition/definition.ts';
import { tabGroupsOf } from '#form/definition/form-part.ts';
import type { ApplicationCalls } from '#client/data/application-calls.ts';
import { messageOf } from '#client/data/request-error.ts';
import { tabFaultLabel } from '#client/form/leave-tab.ts';

/** A call that failed, as a toast tells it (specification 8). */
export type Fault = { readonly label: string; readonly message: string };

/** Saves what one change altered; the calls go out one after the other. */
export type SaveChoices = (choices: Pick<FormState, 'tabs' | 'counts'>) => void;

type FaultListeners = {
  /** Told of each call that failed; those behind it go out all the same. */
  readonly onFault: (fault: Fault) => void;
  /** Told besides of the group whose tab could not be saved. */
  readonly onTabFault: (id: string, error: unknown) => void;
};

/**
 * Makes what saves the chosen tabs and the counts of repeated blocks as they change (specification 4, "Tabs" and
 * "Add-another"). Each call waits for the one before, so that of two quick clicks the later one counts.
 *
 * @param onFault told of each call that failed; those behind it go out all the same
 */
export function createChoiceSaver(
  definition: FormDefinition,
  calls: Pick<ApplicationCalls, 'chooseTab' | 'setAddAnother'>,
  { onFault, onTabFault }: FaultListeners,
): SaveChoices {
  const groups = tabGroupsOf(definition);
  let last: Promise<unknown> = Promise.resolve();
  const send = (call: () => Promise<unknown>, onError: (error: unknown) => void): void => {
    last = last.then(call).catch(onError);
  };
  const tell = (label: string, error: unknown): void => onFault({ label, message: messageOf(error) });
  return ({ tabs, counts }) => {
    for (const [id, tab] of Object.entries(tabs)) {
      const defaultTab = groups.find((group) => group.id === id)?.defaultTab ?? id;
      send(
        () => calls.chooseTab(id, tab),
        (error) => {
          tell(tabFaultLabel({ defaultTab }), error);
          onTabFault(id, error);
        },
      );
    }
    for (const [id, count] of Object.entries(counts)) {
      send(
        () => calls.setAddAnother(id, count),
        (error) => tell(`Error adding another ${id}`, error),
      );
    }
  };
}
