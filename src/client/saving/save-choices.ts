import type { SaveFailure, SaveChoiceOutcome } from './autosave-state.ts';
import { readErrorMap, RequestError } from '../api/call.ts';
import { say, errorTexts, documentsTexts } from '#texts/say.ts';
import { withParts } from '#form/answers/clear-hidden.ts';
import type { FormDefinition, FormState } from '#form/definition/definition.ts';
import { type FormPart, questionKeysIn, tabGroupsOf } from '#form/definition/form-part.ts';
import { documentKeysIn } from '#form/documents/document-answers.ts';
import type { ApplicationCalls } from '../api/application-calls.ts';
import type { DocumentCalls } from '../api/document-calls.ts';
import { type FormChoice, formChoicesIn } from '../questionnaire/store/form-changes.ts';
import { tabErrorLabel } from '../questionnaire/store/leave-tab.ts';

/** Classifies a failed save; 429 is retried. */
export function saveFailure(error: unknown): SaveFailure {
  if (!(error instanceof RequestError)) {
    // Internal error: log it and retry, since the change is still pending.
    console.error(error);
    return { kind: 'unreachable', message: say(errorTexts.unexpected) };
  }
  const { code, message, status, body, retryAfterMs } = error;
  if (code === 'unauthorized') return { kind: 'signed-out' };
  if (code === 'submitted') return { kind: 'submitted' };
  if (code !== 'refused' || status === 429)
    return { kind: 'unreachable', message, ...(retryAfterMs > 0 && { retryAfterMs }) };
  return { kind: 'refused', message, errors: readErrorMap(body['errors']) ?? {} };
}

/** A failed call, for a toast (docs/behavior.md 8.3). */
export type FailedCall = { readonly label: string; readonly message: string };

type SavedWith = {
  readonly definition: FormDefinition;
  readonly calls: Pick<ApplicationCalls, 'chooseTab' | 'setAddAnother'> &
    Pick<DocumentCalls, 'documentAnswers'>;
  /** Receives the first failure of a choice and refusals, not failed retries. */
  readonly onError: (error: FailedCall) => void;
  /** Clears the error shown under this label. */
  readonly onResolved: (label: string) => void;
  /** Also called when a tab could not be saved. */
  readonly onTabError: () => void;
};

/** Creates the saver for tabs and block counts (docs/behavior.md 4.10 and 4.11). */
export function createChoiceSaver(parts: SavedWith) {
  const { definition, onError, onResolved, onTabError } = parts;
  /** Choices whose last save failed. */
  const failing = new Set<string>();
  const saveOne = async (choice: FormChoice): Promise<SaveChoiceOutcome> => {
    const name = nameOf(choice);
    const label = errorLabel(definition, choice);
    const isRetry = failing.has(name);
    const outcome = await saveChoice(parts, choice, isRetry);
    if (outcome.kind === 'unreachable') failing.add(name);
    else failing.delete(name);
    if (outcome.kind !== 'unreachable') onResolved(label);
    if (outcome.kind === 'refused' || (outcome.kind === 'unreachable' && !isRetry)) {
      onError({ label, message: outcome.message });
      if (choice.kind === 'tab') onTabError();
    }
    return outcome;
  };
  return {
    save: saveOne,
    /** Marks another page's failed choices, so their next save is a retry. */
    expect: (choices: Pick<FormState, 'tabs' | 'counts'>) =>
      formChoicesIn(choices).forEach((choice) => failing.add(nameOf(choice))),
  };
}

function nameOf({ kind, id }: FormChoice): string {
  return `${kind} ${id}`;
}

/** Answer keys in the tabs of a group, with their labels. */
export function keysInTabs(definition: FormPart, id: string): readonly string[] {
  const group = tabGroupsOf(definition).filter((each) => each.id === id);
  return questionKeysIn(group).flatMap((key) => withParts(definition, key));
}

async function saveChoice(
  parts: SavedWith,
  choice: FormChoice,
  isRetry: boolean,
): Promise<SaveChoiceOutcome> {
  const { calls } = parts;
  try {
    const obstacle = isRetry ? await newFileLostBy(parts, choice) : undefined;
    if (obstacle !== undefined) {
      const message = say(documentsTexts.attachedElsewhere, { file: obstacle });
      return { kind: 'refused', message, errors: {} };
    }
    if (choice.kind === 'tab') await calls.chooseTab(choice.id, choice.value);
    else await calls.setAddAnother(choice.id, choice.value);
    return { kind: 'saved' };
  } catch (error) {
    return saveFailure(error);
  }
}

/** Returns a file attached elsewhere since, which saving would delete unconfirmed. */
async function newFileLostBy(
  { definition, calls }: SavedWith,
  choice: FormChoice,
): Promise<string | undefined> {
  const group = tabGroupsOf(definition).find(({ id }) => choice.kind === 'tab' && id === choice.id);
  const left = (group?.tabs ?? []).filter(({ id }) => id !== choice.value);
  const keys = documentKeysIn(
    definition,
    left.flatMap(({ children }) => children),
  );
  if (keys.length === 0) return undefined;
  const attached = await calls.documentAnswers();
  return keys.flatMap((key) => attached[key]?.file_name ?? []).at(0);
}

function errorLabel(definition: FormDefinition, { kind, id }: FormChoice): string {
  if (kind === 'count') return say(documentsTexts.addError, { group: id });
  const group = tabGroupsOf(definition).find((each) => each.id === id);
  return tabErrorLabel({ defaultTab: group?.defaultTab ?? id });
}
