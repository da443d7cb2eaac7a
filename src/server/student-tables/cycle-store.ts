import { type RawBuilder, sql } from 'kysely';
import type { carriedForm } from '#form/answers/carried-answers.ts';
import type { Cycle } from '#form/deadlines/cycle.ts';
import type { FormDefinition } from '#form/definition/definition.ts';
import type { Database, Transaction } from '#server/database/database.ts';
import { encryptionOf } from '#server/encryption/row-encryption.ts';
import { unknownCycleRefusal } from '../http/refusal.ts';
import { sealedColumns } from './application-store.ts';
import { resealedColumns } from './encrypted-database.ts';
import { readInBatches } from './read-in-batches.ts';

/** Selects the past applications of an account, newest first, alone or as a subquery. */
export function selectPastApplications(
  db: Pick<Database, 'selectFrom'>,
  account: string | RawBuilder<string>,
) {
  return db
    .selectFrom('student as past')
    .innerJoin('application as former', 'former.student_id', 'past.id')
    .innerJoin('submission as sent', 'sent.student_id', 'past.id')
    .select(['past.id', 'former.cycle', 'sent.receipt', 'sent.submitted_at as submittedAt'])
    .where('past.account_id', '=', account)
    .orderBy('sent.submitted_at', 'desc');
}

/** Tables of an application, by student. An account keeps its rows in others. */
const MOVED = ['submission', 'web_status', 'document', 'pdf_copy', 'service_token', 'reminder'] as const;

type NextApplication = {
  readonly studentId: string;
  /** New ID of the submitted application. */
  readonly pastId: string;
  /** Its cycle. */
  readonly cycle: string | null;
  readonly carried: ReturnType<typeof carriedForm>;
  /** Hash of the form. */
  readonly form: string;
};

/** Moves a locked, submitted application to an ID of its own, and begins the next one in its row. */
export async function startNextApplication(
  trx: Transaction,
  { studentId, pastId, cycle, carried, form }: NextApplication,
): Promise<void> {
  await sql`insert into student (id, account_id, password_hash, confirmed_at, created_at, language)
    select ${pastId}::uuid, id, '', confirmed_at, created_at, language from student
    where id = ${studentId}`.execute(trx);
  const application = Object.entries(await resealedColumns(trx, 'application', studentId, pastId));
  // A copy, because others wait for the lock of the account's own row.
  await sql`insert into application (student_id, cycle, version, last_page, last_form, submitted_at,
      reminders_stopped_at, ${sql.join(application.map(([name]) => sql.ref(name)))})
    select ${pastId}::uuid, ${cycle}::text, version, last_page, last_form, submitted_at,
      reminders_stopped_at, ${sql.join(application.map(([, value]) => sql`${value}::jsonb`))}
    from application where student_id = ${studentId}`.execute(trx);
  const submission = await resealedColumns(trx, 'submission', studentId, pastId);
  await trx.updateTable('submission').set(submission).where('student_id', '=', studentId).execute();
  for (const table of MOVED)
    await sql`update ${sql.table(table)} set student_id = ${pastId} where student_id = ${studentId}`.execute(
      trx,
    );
  await trx
    .updateTable('application')
    .set(sealedColumns(trx, studentId, { ...carried, validations: {}, look_at: [] }))
    // Saves of the past application come too late.
    .set({ version: sql<number>`version + 1`, last_page: null, last_form: form, cycle: null })
    .set({ submitted_at: null, submit_begun_at: null })
    .where('student_id', '=', studentId)
    .execute();
}

/** Deletes a past application with its rows (on delete cascade). @returns 1, or 0 if it is gone */
export async function deletePastApplication(trx: Transaction, id: string): Promise<number> {
  const deletion = trx.deleteFrom('student').where('id', '=', id).where('account_id', 'is not', null);
  return Number((await deletion.executeTakeFirst()).numDeletedRows);
}

/** Returns the cycle of a row of `application` in SQL, like `cycleNameOf`; '' without. */
export function cycleOfRow(present: Cycle | undefined): RawBuilder<string> {
  return sql<string>`coalesce(application.cycle, case when application.submitted_at is null
    or application.submitted_at >= ${present?.opens ?? null}::timestamptz
    then ${present?.name ?? null}::text end, '')`;
}

/** Selects rows of `application`. */
export type ApplicationFilter = RawBuilder<boolean>;

/** Selects the applications of a cycle; '' is the time before cycles had names. Without a cycle, all. */
export function inCycle(present: Cycle | undefined, cycle: string | undefined): ApplicationFilter {
  return cycle === undefined ? sql<boolean>`true` : sql<boolean>`${cycleOfRow(present)} = ${cycle}`;
}

/** Yields the answers of the applications of a cycle, without a filter of all. */
export async function* selectAnswersIn(
  db: Database,
  filter: ApplicationFilter = inCycle(undefined, undefined),
) {
  const applications = readInBatches(db, (transaction, last, most) =>
    transaction
      .selectFrom('application')
      .select(['student_id as studentId', 'answers', 'submitted_at as submittedAt'])
      .where('student_id', '>', last)
      .where(filter)
      .orderBy('student_id')
      .limit(most)
      .execute(),
  );
  const encryption = encryptionOf(db);
  for await (const { studentId, answers, submittedAt } of applications)
    yield { answers: encryption.open(`application.answers:${studentId}`, answers), submittedAt };
}

/** Returns the names of all cycles in which somebody applied. */
export async function selectCycles(db: Database, present: Cycle | undefined): Promise<readonly string[]> {
  const cycles = db.selectFrom('application').select(cycleOfRow(present).as('cycle')).distinct();
  return (await cycles.orderBy('cycle').execute()).map(({ cycle }) => cycle);
}

/**
 * Returns the ID of the application that a student's call names.
 *
 * @param cycle '' before cycles had names; absent: the current application
 * @throws Refusal 404 if the account has none there
 */
export async function idInCycle(
  { db, definition }: { readonly db: Database; readonly definition: Pick<FormDefinition, 'cycle'> },
  { studentId }: { readonly studentId: string },
  cycle: string | undefined,
): Promise<string> {
  if (cycle === undefined) return studentId;
  const id = await selectIdInCycle(db, studentId, inCycle(definition.cycle, cycle));
  if (id === undefined) throw unknownCycleRefusal();
  return id;
}

/** Returns the ID of an account's application, current or past, in a cycle; undefined without one. */
export async function selectIdInCycle(
  db: Database,
  account: string,
  filter: ApplicationFilter,
): Promise<string | undefined> {
  const own = db
    .selectFrom('application')
    .innerJoin('student', 'student.id', 'application.student_id')
    .select('student.id')
    .where((eb) => eb.or([eb('student.id', '=', account), eb('student.account_id', '=', account)]))
    .where(filter);
  return (await own.orderBy('application.submitted_at', 'desc').executeTakeFirst())?.id;
}
