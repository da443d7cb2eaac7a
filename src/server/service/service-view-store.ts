import type { FormDefinition, FormState } from '#form/definition/definition.ts';
import { findSaved } from '../records/application-store.ts';
import { findSubmission } from '../records/submission-store.ts';
import type { Database } from '../storage/database.ts';

/** One application as a service user sees it. */
export type ServiceView = FormState & {
  readonly username: string;
  readonly submittedAt: Date | null;
  readonly receipt: string | null;
  /** The definition that was answered, where it is not the present one. */
  readonly definition: object | null;
};

/** Reads what was submitted, and what is saved so far where nothing is; undefined when there is no application. */
export async function readServiceView(
  db: Database,
  studentId: string,
  present: FormDefinition,
): Promise<ServiceView | undefined> {
  const saved = await findSaved(db, studentId);
  const submission = saved?.submittedAt && (await findSubmission(db, studentId, present));
  if (!saved || !submission) return saved && { ...saved, receipt: null, definition: null };
  const definition = submission.definition === present ? null : submission.definition;
  return { username: saved.username, ...submission, definition };
}
