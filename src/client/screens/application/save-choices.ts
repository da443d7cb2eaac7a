import type { FormDefinition, FormState } from '#form/definition/definition.ts';
import { tabGroupsOf } from '#form/definition/form-part.ts';
import type { ApplicationCalls } from '#client/data/application-calls.ts';
import { messageOf } from '#client/data/request-error.ts';

/** A call that failed, as a toast tells it (specification 8). */
export type Fault = { readonly label: string; readonly message: string };

/**
 * Saves the chosen tabs and the counts of repeated blocks as they change (specification 4, "Tabs" and
 * "Add-another").
 */
export function saveChoices(
  { tabs, counts }: Pick<FormState, 'tabs' | 'counts'>,
  definition: FormDefinition,
  calls: ApplicationCalls,
  onFault: (fault: Fault) => void,
): void {
  const groups = tabGroupsOf(definition);
  for (const [id, tab] of Object.entries(tabs)) {
    const defaultTab = groups.find((group) => group.id === id)?.defaultTab ?? id;
    calls.chooseTab(id, tab).catch(report(`Error handling tabs for ${defaultTab}`, onFault));
  }
  for (const [id, count] of Object.entries(counts)) {
    calls.setAddAnother(id, count).catch(report(`Error adding another ${id}`, onFault));
  }
}

function report(label: string, onFault: (fault: Fault) => void): (error: unknown) => void {
  return (error) => onFault({ label, message: messageOf(error) });
}
