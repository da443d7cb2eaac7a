import type { CarriedAnswers } from '#client/data/carried-answers.ts';
import { commitDrafts } from '#client/widgets/pending-drafts.ts';
import type { Application } from './application.ts';

/** Keeps what a visitor answered, for the account screens and for a reload; a student's answers are saved. */
export function keepVisitorAnswers(
  { autosave, store }: Pick<Application, 'autosave' | 'store'>,
  carried: CarriedAnswers,
): void {
  if (autosave) return;
  commitDrafts();
  carried.keep({ answers: store.state().answers });
}

/** Keeps what a student's session was too short to save, for that student's next one. */
export function keepUnsaved({ autosave, student }: Application, carried: CarriedAnswers): void {
  if (!autosave || Object.keys(autosave.unsaved.answers).length === 0) return;
  carried.keep({
    answers: autosave.unsaved.answers,
    owner: student.get().username,
    version: autosave.version,
  });
}
