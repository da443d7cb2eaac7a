import type { Database } from '../storage/database.ts';
import type { Answers, FormState } from '#form/definition/definition.ts';

/** One application as a service user sees it. */
export type ServiceView = FormState & {
  readonly username: string;
  readonly submittedAt: Date | null;
  readonly receipt: string | null;
  /** The definition that was answered, where it is not the present one. */
  readonly definition: object | null;
};

/**
 * Reads what was submitted, and what is saved so far where nothing is; undefined when there is no application.
 *
 * @param presentHash hash of the definition that the page has
 */
export async function readServiceView(
  db: Database,
  studentId: string,
  presentHash: string,
): Promise<ServiceView | undefined> {
  const saved = await db
    .selectFrom('application')
    .innerJoin('student', 'student.id', 'application.student_id')
    .select(['username', 'answers', 'tabs', 'counts'])
    .where('student_id', '=', studentId)
    .executeTakeFirst();
  if (saved === undefined) return undefined;
  const { username } = saved;
  return { username, ...((await readSubmission(db, studentId, presentHash)) ?? draft(saved)) };
}

type Draft = FormState & { readonly answers: Answers };

function draft({ answers, tabs, counts }: Draft): Omit<ServiceView, 'username'> {
  return { answers, tabs, counts, submittedAt: null, receipt: null, definition: null };
}

async function readSubmission(
  db: Database,
  studentId: string,
  presentHash: string,
): Promise<Omit<ServiceView, 'username'> | undefined> {
  const submission = await db
    .selectFrom('submission')
    .leftJoin('definition', (join) =>
      join
        .onRef('definition.hash', '=', 'submission.definition_hash')
        .on('submission.definition_hash', '!=', presentHash),
    )
    .select([
      'submission.answers',
      'tabs',
      'counts',
      'submitted_at as submittedAt',
      'receipt',
      'definition.definition',
    ])
    .where('student_id', '=', studentId)
    .executeTakeFirst();
  return submission;
}
