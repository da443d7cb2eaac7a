import { sql, type Transaction } from 'kysely';
import type { StoredAnswers } from '#form/answers/merge-answers.ts';
import type { FormState } from '#form/definition/definition.ts';
import { longTransaction, type Database } from '#server/storage/database.ts';
import type { Tables } from '#server/storage/tables.ts';
import { alreadySubmittedRefusal } from '../refusal.ts';

export type Application = StoredAnswers & {
  readonly studentId: string;
  readonly tabs: FormState['tabs'];
  readonly counts: FormState['counts'];
  readonly lastPage: string | null;
  readonly submittedAt: Date | null;
  /** Hash of the definition with which the student opened the form last; null before the first time. */
  readonly lastForm: string | null;
  /** Keys of the questions that changed since they were answered. */
  readonly lookAt: readonly string[];
};

/** What a student may change beside the answers, until the application is submitted. */
export type ApplicationChange =
  | { readonly kind: 'lastPage'; readonly path: string }
  | { readonly kind: 'counts'; readonly counts: FormState['counts'] }
  | { readonly kind: 'validations'; readonly validations: Readonly<Record<string, readonly string[]>> };

const COLUMNS = [
  'application.student_id as studentId',
  'application.answers',
  'application.versions',
  'application.version',
  'application.tabs',
  'application.counts',
  'application.last_page as lastPage',
  'application.submitted_at as submittedAt',
  'application.last_form as lastForm',
  'application.look_at as lookAt',
] as const;

/** Gives a confirmed student an empty application. */
export async function insertApplication(transaction: Transaction<Tables>, studentId: string): Promise<void> {
  await sql`insert into application (student_id) values (${studentId}) on conflict do nothing`.execute(
    transaction,
  );
}

export function selectApplication(db: Database, studentId: string): Promise<Application> {
  return db
    .selectFrom('application')
    .select(COLUMNS)
    .where('student_id', '=', studentId)
    .executeTakeFirstOrThrow();
}

type Work<T> = (transaction: Transaction<Tables>, application: Application) => Promise<T>;

/** Runs `work` with the application locked against every other writer. */
export function withLockedApplication<T>(db: Database, studentId: string, work: Work<T>): Promise<T> {
  return db.transaction().execute(async (transaction) => {
    const application = await transaction
      .selectFrom('application')
      .select(COLUMNS)
      .where('student_id', '=', studentId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    return work(transaction, application);
  });
}

/** @throws Refusal 409 once the application is submitted */
export async function updateApplication(
  db: Database,
  studentId: string,
  change: ApplicationChange,
): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('application')
    .set(assignmentOf(change))
    .where('student_id', '=', studentId)
    .where('submitted_at', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw alreadySubmittedRefusal();
}

/** Notes with which form the student opened it, and what they are to look at in it. */
export async function updateLastForm(
  db: Database,
  studentId: string,
  { lastForm, lookAt }: Pick<Application, 'lastForm' | 'lookAt'>,
): Promise<void> {
  await db
    .updateTable('application')
    .set({ last_form: lastForm, look_at: JSON.stringify(lookAt) })
    .where('student_id', '=', studentId)
    .execute();
}

/** Writes answers that were merged while the application was locked. */
export async function updateLockedAnswers(
  transaction: Transaction<Tables>,
  studentId: string,
  next: StoredAnswers,
): Promise<void> {
  const answers = JSON.stringify(next.answers);
  const versions = JSON.stringify(next.versions);
  await transaction
    .updateTable('application')
    .set({ answers, versions, version: next.version })
    .where('student_id', '=', studentId)
    .execute();
}

/** Writes what was moved while the application was locked; the version stays, since nothing was answered. */
export async function updateMovedForm(
  transaction: Transaction<Tables>,
  studentId: string,
  { answers, versions, tabs, counts }: Omit<StoredAnswers, 'version'> & Pick<FormState, 'tabs' | 'counts'>,
): Promise<void> {
  const moved = { answers, versions, tabs, counts };
  const columns = Object.entries(moved).map(([name, value]) => [name, JSON.stringify(value)] as const);
  await transaction
    .updateTable('application')
    .set(Object.fromEntries(columns))
    .where('student_id', '=', studentId)
    .execute();
}

/** Chooses tabs, while the application is locked. */
export async function updateChosenTabs(
  transaction: Transaction<Tables>,
  studentId: string,
  chosen: FormState['tabs'],
): Promise<void> {
  const tabs = JSON.stringify(chosen);
  await transaction.updateTable('application').set({ tabs }).where('student_id', '=', studentId).execute();
}

/** Closes an application for every change, while it is locked. */
export async function closeApplication(
  transaction: Transaction<Tables>,
  studentId: string,
  now: Date,
): Promise<void> {
  await transaction
    .updateTable('application')
    .set({ submitted_at: now })
    .where('student_id', '=', studentId)
    .execute();
}

/** What is saved of an application, and whose it is; undefined where there is none. */
export function selectSavedApplication(db: Database, studentId: string) {
  return db
    .selectFrom('application')
    .innerJoin('student', 'student.id', 'application.student_id')
    .select(['username', 'answers', 'versions', 'tabs', 'counts', 'submitted_at as submittedAt'])
    .where('student_id', '=', studentId)
    .executeTakeFirst();
}

/** All that is saved of an application; undefined where there is none. */
export function selectApplicationToExport(db: Database, studentId: string) {
  return db
    .selectFrom('application')
    .select(['answers', 'version', 'last_page', 'tabs', 'counts', 'validations', 'submitted_at'])
    .select(['last_form', 'look_at'])
    .where('student_id', '=', studentId)
    .executeTakeFirst();
}

/** How many applications; without a key all, without a value those that answered. */
type AnswerCount = {
  readonly key: string | null;
  readonly value: string | null;
  readonly isSubmitted: boolean;
  readonly count: number;
};

/**
 * Counts applications by answered key, and by value under some of the keys; a choice of several counts for each.
 *
 * @param choiceKeys the keys under which values are counted
 */
export async function selectAnswerCounts(
  db: Database,
  choiceKeys: readonly string[],
): Promise<readonly AnswerCount[]> {
  const { rows } = await longTransaction(db, (transaction) =>
    sql<AnswerCount>`
      with given as materialized (
        select key, value, submitted_at is not null as submitted
        from application, jsonb_each(answers)
        where value not in ('""', '[]', 'null')
      )
      select null as key, null as value, submitted_at is not null as "isSubmitted", count(*)::integer as count
        from application group by 3
      union all select key, null, submitted, count(*)::integer from given group by 1, 3
      union all select key, chosen, submitted, count(*)::integer
        from given, jsonb_array_elements_text(
          case jsonb_typeof(value) when 'array' then value else jsonb_build_array(value) end) as chosen
        where key = any(${choiceKeys}) group by 1, 2, 3`.execute(transaction),
  );
  return rows;
}

/** How many drafts and submitted applications have an answer under a key; with a value, that one or it among several. */
export async function selectUseCount(
  db: Database,
  key: string,
  value: string | undefined,
): Promise<{ readonly drafts: number; readonly submitted: number }> {
  const chosen = sql`case jsonb_typeof(answers -> ${key}) when 'array' then jsonb_exists(answers -> ${key}, ${value})
    else answers ->> ${key} = ${value} end`;
  const { rows } = await longTransaction(db, (transaction) =>
    sql<{ drafts: number; submitted: number }>`
      select count(*) filter (where submitted_at is null)::integer as drafts,
        count(*) filter (where submitted_at is not null)::integer as submitted
      from application
      where answers ->> ${key} not in ('', '[]') and ${value === undefined ? sql`true` : chosen}`.execute(
      transaction,
    ),
  );
  return rows[0] ?? { drafts: 0, submitted: 0 };
}

/** Maps are extended in place, so that two changes at once keep both. */
function assignmentOf(change: ApplicationChange) {
  switch (change.kind) {
    case 'lastPage':
      return { last_page: change.path };
    case 'counts':
      return { counts: sql<string>`counts || ${JSON.stringify(change.counts)}::jsonb` };
    default:
      return { validations: JSON.stringify(change.validations) };
  }
}
