import type { Autosave } from '../saving/autosave.ts';
import { hasUnsaved } from '../saving/autosave-state.ts';
import type { Services } from '#client/api/services.ts';
import type { Observable } from '#client/ui/observable.ts';
import type { SaveChoiceFault } from '../saving/save-choices.ts';
import { submissionTime, type StudentState } from './student-state.ts';
import type { FormDefinition } from '#form/definition/definition.ts';
import type { FormStore } from '#client/questionnaire/store/form-store.ts';
import { say } from '#texts/say.ts';
import { savingTexts } from '#generated/texts.ts';

type Watched = {
  readonly services: Services;
  readonly definition: FormDefinition;
  readonly store: FormStore;
  readonly autosave: Autosave;
  readonly student: Observable<StudentState>;
  readonly onFault: (fault: SaveChoiceFault) => void;
};

/**
 * Ends the form as soon as any call finds that the application was submitted, in another window perhaps: nothing is
 * saved any more, which is said where something was still to be saved, and the routing rules lead to the completion
 * page.
 *
 * @returns stops watching
 */
export function watchSubmission(watched: Watched): () => void {
  const { services, autosave, student, onFault } = watched;
  let isReading = false;
  return services.onSubmitted((message) => {
    if (hasUnsaved(autosave.getState())) onFault({ label: say(savingTexts.tooLate), message });
    autosave.discard();
    if (isReading || student.get().webStatus === 'submitted') return;
    isReading = true;
    void readSubmitted(watched);
  });
}

/**
 * Reads the receipt, and the name under which the student submitted: another may have been typed here since. The
 * completion page waits for them: coming later, they would move it. Where they cannot be read it goes without.
 */
async function readSubmitted({ services, definition, store, student }: Watched): Promise<void> {
  try {
    const profile = await services.application.profile();
    const { receipt, answer } = profile;
    store.setAnswers(Object.fromEntries(definition.greetingName.map((key) => [key, answer[key] ?? ''])));
    student.set({ ...student.get(), receipt, submittedAt: submissionTime(profile) });
  } catch (error) {
    console.error(error);
  }
  student.set({ ...student.get(), webStatus: 'submitted' });
}
