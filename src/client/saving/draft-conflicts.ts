import { answersToTake, findDraftConflicts, type DraftConflict } from '#form/answers/visitor-draft.ts';
import type { Answers, FormDefinition } from '#form/definition/definition.ts';
import type { FormStore } from '#client/questionnaire/store/form-store.ts';
import { Observable } from '#client/ui/observable.ts';

/** What the student has to choose between after a log-in, and the choice. */
export type DraftConflicts = {
  /** Empty as soon as it is decided. */
  readonly conflicts: Observable<readonly DraftConflict[]>;
  /** @param chosen keys of the conflicts in which the draft’s answer replaces the saved one */
  readonly choose: (chosen: ReadonlySet<string>) => void;
};

/**
 * Takes over what was answered before the log-in: it fills what is empty. Where something else is saved nothing
 * is changed before the student has chosen.
 *
 * @param store holds what the account has; it is answered as by the student, so it saves by itself
 */
export function takeVisitorDraft(
  definition: FormDefinition,
  store: FormStore,
  draft: Answers,
): DraftConflicts {
  const comparison = () => ({ form: definition, state: store.state().form, draft });
  const take = (chosen: ReadonlySet<string>, onMade?: () => void): void =>
    store.dispatch({ type: 'setAnswers', answers: answersToTake(comparison(), chosen), onMade });
  take(new Set());
  const conflicts = new Observable(findDraftConflicts(comparison()));
  return {
    conflicts,
    choose: (chosen) => take(chosen, () => conflicts.set([])),
  };
}
