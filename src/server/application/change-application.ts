import type { Transaction } from 'kysely';
import type { Tables } from '../storage/tables.ts';
import { alreadySubmitted } from './already-submitted.ts';
import type { Application, ApplicationStore } from '../records/application-store.ts';

/** Runs `work` with the application locked against every other writer. @throws Refusal 409 once it is submitted */
export type ChangeApplication = <T>(
  studentId: string,
  work: (transaction: Transaction<Tables>, application: Application) => Promise<T>,
) => Promise<T>;

export function createChangeApplication(store: ApplicationStore): ChangeApplication {
  return (studentId, work) =>
    store.withLock(studentId, async (transaction, application) => {
      if (application.submittedAt !== null) throw alreadySubmitted();
      return work(transaction, application);
    });
}
