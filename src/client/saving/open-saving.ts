import { afterPaint } from '../ui/schedule.ts';
import { checkAnswers } from '#form/answers/check-answers.ts';
import { allChoices } from '#form/answers/facts.ts';
import type { FormDefinition } from '#form/definition/definition.ts';
import { documentKeysOf, withoutDocumentAnswers } from '#form/documents/document-answers.ts';
import type { GetDocumentAnswerAnswer } from '#generated/api.ts';
import type { AutosaveDeps, SavedForm } from './autosave-state.ts';
import { Autosave } from './autosave.ts';
import {
  changedEntriesOf,
  changedEntriesWithout,
  type PendingChanges,
  withWholeQuestions,
  NO_CHANGES,
  NOTHING_PENDING,
  isNoChange,
} from '../questionnaire/store/form-changes.ts';
import type { Services } from '#client/api/services.ts';
import type { FormStore } from '#client/questionnaire/store/form-store.ts';
import { commitDrafts } from '#client/widgets/commit-drafts.ts';
import { openDocuments, createTabSaveWait } from '../documents/open-documents.ts';
import { createChoiceSaver, type FailedCall, keysInTabs, saveFailure } from './save-choices.ts';
import { attachedNames, shareChanges } from './sync-tabs.ts';
import type { ApplicationCalls } from '../api/application-calls.ts';
import { logFault, RequestError } from '../api/call.ts';
import { createDocumentCalls } from '../api/document-calls.ts';

export type OpenSaving = {
  readonly services: Services;
  readonly username: string;
  readonly definition: FormDefinition;
  readonly store: FormStore;
  /** The stored form as loaded. */
  readonly read: SavedForm;
  readonly attached: GetDocumentAnswerAnswer;
  readonly onError: (error: FailedCall) => void;
  /** Clears the error shown under this label. */
  readonly onRetry: (label: string) => void;
};

/** Opens a student's autosave and documents; saves store changes until `stop`. */
export function openSaving({ services, username, definition, store, read, attached, ...rest }: OpenSaving) {
  const documentCalls = createDocumentCalls(services.call, services.sendForm);
  const choices = createChoiceSaver({
    definition,
    calls: { ...services.application, ...documentCalls },
    onError: rest.onError,
    onResolved: rest.onRetry,
    onTabError: () => void documents.reload(),
  });
  const autosave = autosaveInto(store, services, {
    stored: { ...read, ...allChoices(definition, read) },
    putChoice: choices.save,
  });
  const { documents, stop } = openDocuments({
    calls: documentCalls,
    definition,
    store,
    attached,
    whenTabSaved: createTabSaveWait({ definition, store, autosave }),
    ...rest,
  });
  const stopSaving = store.subscribe((delta = NO_CHANGES) => {
    const whole = withWholeQuestions(definition, delta, store.state().form.answers);
    const change = { ...delta, answers: withoutDocumentAnswers(definition, whole) };
    if (!isNoChange(change)) autosave.change(change);
  });
  const own = { documents, documentKeys: [...documentKeysOf(definition)] };
  const refresh = async (): Promise<boolean> => {
    commitDrafts();
    await documents.opened;
    const before = { ...store.state(), attached: attachedNames(own) };
    await Promise.all([autosave.refresh(), documents.reload()]);
    return store.state().form !== before.form || attachedNames(own) !== before.attached;
  };
  const stopSharing = shareChanges({
    otherTabs: services.otherTabs,
    username,
    autosave,
    ...own,
    refresh: () => void refresh().catch(logFault),
  });
  return {
    autosave,
    documents,
    refresh,
    /** Saves another page's changes; returns those that are invalid in this form. */
    resume: (kept: PendingChanges): PendingChanges => {
      const keys = Object.keys(checkAnswers(definition, kept.answers));
      choices.expect(kept);
      autosave.resume({ ...kept, answers: changedEntriesWithout(kept.answers, keys) });
      const [answers, saved] = [kept.answers, kept.saved].map((all) => changedEntriesOf(all, keys));
      return { ...NOTHING_PENDING, answers: answers ?? {}, saved: saved ?? {} };
    },
    stop: (): void => {
      stopSharing();
      stopSaving();
      stop();
      autosave.stop();
    },
  };
}

function autosaveInto(
  store: FormStore,
  { application: calls }: Services,
  own: Pick<AutosaveDeps, 'stored' | 'putChoice'>,
): Autosave {
  const { definition } = store;
  return new Autosave({
    ...own,
    putAnswers: saveAnswers(calls),
    keysInTabs: (group) => keysInTabs(definition, group),
    reload: async () => {
      const read = await calls.opening();
      // Typed text would overwrite what was read without a conflict.
      commitDrafts();
      const { answer, version } = read.profile;
      return { ...allChoices(definition, read), answers: answer, version };
    },
    onRemote: (remote) => store.dispatch({ type: 'applyRemote', remote }),
    afterPaint,
    random: Math.random,
  });
}

/** Returns the save function; conflicts and failures are values. */
export function saveAnswers(calls: Pick<ApplicationCalls, 'saveAnswers'>): AutosaveDeps['putAnswers'] {
  return async (delta, baseVersion) => {
    try {
      const { version } = await calls.saveAnswers(delta, baseVersion);
      return { kind: 'saved', version };
    } catch (error) {
      return isConflict(error) ? { kind: 'conflict' } : saveFailure(error);
    }
  };
}

function isConflict(error: unknown): boolean {
  return error instanceof RequestError && error.status === 409 && error.body['conflicts'] !== undefined;
}
