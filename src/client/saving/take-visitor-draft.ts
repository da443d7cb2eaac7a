import { answersToTake, findDraftConflicts } from '#form/answers/draft-conflicts.ts';
import type { Answers, FormDefinition } from '#form/definition/definition.ts';
import type { FormStore } from '#client/questionnaire/store/form-store.ts';
import { Observable } from '#client/ui/observable.ts';

/** Conflicts to resolve after a log-in. */
export type DraftConflicts = ReturnType<typeof takeVisitorDraft>;

/** Fills empty questions from the visitor draft; the student resolves conflicts. */
export function takeVisitorDraft(definition: FormDefinition, store: FormStore, draft: Answers) {
  const comparison = () => ({ form: definition, state: store.state().form, draft });
  const take = (chosen: readonly string[] = [], onMade?: () => void): void =>
    store.dispatch({ type: 'setAnswers', answers: answersToTake(comparison(), chosen), onMade });
  take();
  const conflicts = new Observable(findDraftConflicts(comparison()));
  return {
    /** Empty once resolved. */
    conflicts,
    /** Resolves the first conflict. */
    resolve: (choice: 'mine' | 'theirs') => {
      const [first, ...others] = conflicts.get();
      take(first && choice === 'mine' ? [first.key] : [], () => {
        conflicts.set(others);
        store.dispatch({ type: 'restored' });
      });
    },
  };
}
